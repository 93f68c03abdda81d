/** Evaluates React. An import in `main.tsx` itself would bring a second script before the first paint. */
export const loadReact = () => import('react-dom/client')
