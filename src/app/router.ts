// An `import()` of the package itself would fetch twice as much.
export { createBrowserRouter, RouterProvider } from 'react-router-dom'
