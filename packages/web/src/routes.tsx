/** Every address of the page. A view is loaded when it is first gone to. */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { meQuery } from './api/me.ts'
import { NotFound } from './shell/not-found.tsx'
import { Outside } from './shell/outside.tsx'
import { Shell } from './shell/shell.tsx'
import { ViewFailure } from './shell/view-failure.tsx'

/** What is said in an address after `?`, where it is a text. */
function texts<const N extends string>(...names: readonly N[]) {
  return (search: Readonly<Record<string, unknown>>): { readonly [K in N]?: string } =>
    Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []))) as {
      readonly [K in N]?: string
    }
}

const root = createRootRouteWithContext<{ readonly queries: QueryClient }>()({
  loader: ({ context }) => context.queries.ensureQueryData(meQuery),
  component: Shell,
  errorComponent: Outside,
  notFoundComponent: NotFound,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./chat/home-page.tsx'), 'HomePage'),
})

const newChat = createRoute({
  getParentRoute: () => root,
  path: '/chat',
  validateSearch: texts('persona', 'loop', 'goal'),
  component: lazyRouteComponent(() => import('./chat/new-chat-page.tsx'), 'NewChatPage'),
})

const chat = createRoute({
  getParentRoute: () => root,
  path: '/chat/$thread',
  validateSearch: texts('session', 'step'),
  component: lazyRouteComponent(() => import('./chat/chat-page.tsx'), 'ChatPage'),
})

const sessions = createRoute({
  getParentRoute: () => root,
  path: '/sessions',
  validateSearch: texts('q', 'status', 'loop', 'persona'),
  component: lazyRouteComponent(() => import('./sessions/sessions-page.tsx'), 'SessionsPage'),
})

const reasoning = createRoute({
  getParentRoute: () => root,
  path: '/sessions/$session',
  validateSearch: texts('step', 'plan'),
  component: lazyRouteComponent(() => import('./reasoning/reasoning-page.tsx'), 'ReasoningPage'),
})

const steps = createRoute({
  getParentRoute: () => root,
  path: '/sessions/$session/steps',
  validateSearch: texts('step', 'filter', 'view', 'fork'),
  component: lazyRouteComponent(() => import('./steps/steps-page.tsx'), 'StepsPage'),
})

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  component: lazyRouteComponent(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
})

const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  validateSearch: texts('a', 'b'),
  component: lazyRouteComponent(() => import('./compare/compare-page.tsx'), 'ComparePage'),
})

const lab = createRoute({
  getParentRoute: () => root,
  path: '/compare/lab',
  component: lazyRouteComponent(() => import('./lab/lab-page.tsx'), 'LabPage'),
})

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./welcome/welcome-page.tsx'), 'WelcomePage'),
})

const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  beforeLoad: ({ location }) => {
    if (location.pathname === '/admin') throw redirect({ to: '/admin/models' })
  },
  component: lazyRouteComponent(() => import('./admin/admin-page.tsx'), 'AdminPage'),
})

const models = createRoute({
  getParentRoute: () => admin,
  path: 'models',
  component: lazyRouteComponent(() => import('./admin/models/models-section.tsx'), 'ModelsSection'),
})

const personas = createRoute({
  getParentRoute: () => admin,
  path: 'personas',
  validateSearch: texts('name'),
  component: lazyRouteComponent(() => import('./admin/personas/personas-section.tsx'), 'PersonasSection'),
})

const prompts = createRoute({
  getParentRoute: () => admin,
  path: 'prompts',
  validateSearch: texts('id', 'from', 'to'),
  component: lazyRouteComponent(() => import('./admin/prompts/prompts-section.tsx'), 'PromptsSection'),
})

const settings = createRoute({
  getParentRoute: () => admin,
  path: 'settings',
  component: lazyRouteComponent(() => import('./admin/settings/settings-section.tsx'), 'SettingsSection'),
})

const tools = createRoute({
  getParentRoute: () => admin,
  path: 'tools',
  component: lazyRouteComponent(() => import('./admin/tools/tools-section.tsx'), 'ToolsSection'),
})

const mcp = createRoute({
  getParentRoute: () => admin,
  path: 'mcp',
  component: lazyRouteComponent(() => import('./admin/mcp/mcp-section.tsx'), 'McpSection'),
})

const knowledge = createRoute({
  getParentRoute: () => admin,
  path: 'knowledge',
  validateSearch: texts('q', 'document', 'name'),
  component: lazyRouteComponent(() => import('./knowledge/knowledge-section.tsx'), 'KnowledgeSection'),
})

const memory = createRoute({
  getParentRoute: () => admin,
  path: 'memory',
  validateSearch: texts('q', 'kind'),
  component: lazyRouteComponent(() => import('./memory/memory-section.tsx'), 'MemorySection'),
})

const usage = createRoute({
  getParentRoute: () => admin,
  path: 'usage',
  validateSearch: texts('by', 'days'),
  component: lazyRouteComponent(() => import('./usage/usage-section.tsx'), 'UsageSection'),
})

const keys = createRoute({
  getParentRoute: () => admin,
  path: 'keys',
  component: lazyRouteComponent(() => import('./admin/keys/keys-section.tsx'), 'KeysSection'),
})

const audit = createRoute({
  getParentRoute: () => admin,
  path: 'audit',
  component: lazyRouteComponent(() => import('./admin/audit/audit-section.tsx'), 'AuditSection'),
})

const sections = [models, personas, prompts, settings, tools, mcp, knowledge, memory, usage, keys, audit] as const

const views = [home, newChat, chat, sessions, reasoning, steps, inbox, compare, lab, welcome] as const

export function routerWith(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([...views, admin.addChildren([...sections])]),
    context: { queries },
    defaultErrorComponent: ViewFailure,
    scrollRestoration: true,
    defaultPreload: 'intent',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof routerWith>
  }
}
