import { ApiError } from '@gyre/server/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followOtherWindows } from './api/subjects.ts'
import { routerWith } from './routes.tsx'
import './main.css'

const mostTries = 2

/** What the server refuses it refuses again; what did not come through may the next time. */
function mayComeThrough(failures: number, error: unknown): boolean {
  return failures < mostTries && !(error instanceof ApiError && error.status < 500)
}

/** A browser without a network may still reach a server on its own machine: whatever is asked for is tried. */
const networkMode = 'always'

const queries = new QueryClient({
  defaultOptions: { queries: { retry: mayComeThrough, staleTime: 2000, networkMode }, mutations: { networkMode } },
})

followOtherWindows(queries)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')
// What the server refuses is told on the page: it is no fault of the page.
createRoot(root, { onCaughtError: (error) => (error instanceof ApiError ? undefined : reportError(error)) }).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={routerWith(queries)} />
    </QueryClientProvider>
  </StrictMode>,
)
