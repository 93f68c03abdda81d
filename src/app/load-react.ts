/** Imports React. In `main.tsx` it would add a second script before the first paint. */
export const loadReact = () => import('react-dom/client')
