/** Nothing is reported any more. */
export default (): void => {}
