/** Administration: sections with addresses of their own. */
import { Link, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Page } from '../shell/page.tsx'
import { Skeleton } from '../ui/states.tsx'

const sections = [
  ['/admin/models', 'Models'],
  ['/admin/personas', 'Personas'],
  ['/admin/prompts', 'Prompts'],
  ['/admin/settings', 'Settings'],
  ['/admin/tools', 'Tools'],
  ['/admin/mcp', 'MCP servers'],
  ['/admin/knowledge', 'Knowledge'],
  ['/admin/memory', 'Memory'],
  ['/admin/usage', 'Usage'],
  ['/admin/keys', 'Keys'],
  ['/admin/audit', 'Audit'],
] as const

export function AdminPage() {
  return (
    <Page title="Admin">
      <nav className="subnav" aria-label="Sections">
        {sections.map(([to, name]) => (
          <Link key={to} to={to} activeProps={{ 'aria-current': 'page' }}>
            {name}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Skeleton />}>
        <Outlet />
      </Suspense>
    </Page>
  )
}
