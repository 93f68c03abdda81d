// An `import()` of the package would fetch twice as much.
export { createBrowserRouter, RouterProvider } from 'react-router-dom'
