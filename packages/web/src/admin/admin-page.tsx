/** Administration: sections with addresses of their own. */
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
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
  const { pathname } = useLocation()
  const tabs = useRef<HTMLElement>(null)
  // On a phone not all of them are in sight at once.
  useEffect(() => {
    tabs.current?.querySelector(`[href="${pathname}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  return (
    <Page title="Admin" part={sections.find(([to]) => to === pathname)?.[1]}>
      <nav className="subnav" aria-label="Sections" ref={tabs}>
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
