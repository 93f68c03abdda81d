/** Evaluates React. Not within `main.tsx`, where the import would bring a second script before the first paint. */
export const loadReact = () => import('react-dom/client')
