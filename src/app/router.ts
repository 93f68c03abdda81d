// The whole package, which an `import()` would fetch, is twice as large as what is used here.
export { createBrowserRouter, RouterProvider } from 'react-router-dom'
