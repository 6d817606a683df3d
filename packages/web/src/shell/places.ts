/** Every place of the page that has a name of its own. */
import type { IconName } from '../ui/icon.tsx'

type Place = {
  readonly to: string
  readonly name: string
  readonly icon: IconName
  /** The keys that lead there. */
  readonly keys?: string
}

export const places: readonly Place[] = [
  { to: '/chat', name: 'New chat', icon: 'chat', keys: '$mod+Shift+o' },
  { to: '/sessions', name: 'Sessions', icon: 'list', keys: 'g s' },
  { to: '/inbox', name: 'Inbox', icon: 'inbox', keys: 'g i' },
  { to: '/compare', name: 'Compare', icon: 'compare' },
  { to: '/compare/lab', name: 'Lab', icon: 'chart' },
  { to: '/welcome', name: 'Examples', icon: 'play' },
  { to: '/admin/models', name: 'Models', icon: 'cpu' },
  { to: '/admin/personas', name: 'Personas', icon: 'user' },
  { to: '/admin/prompts', name: 'Prompts', icon: 'prompt' },
  { to: '/admin/settings', name: 'Settings', icon: 'gear' },
  { to: '/admin/tools', name: 'Tools', icon: 'tool' },
  { to: '/admin/mcp', name: 'MCP servers', icon: 'link' },
  { to: '/admin/knowledge', name: 'Knowledge', icon: 'book' },
  { to: '/admin/memory', name: 'Memory', icon: 'memory' },
  { to: '/admin/usage', name: 'Usage', icon: 'chart' },
  { to: '/admin/keys', name: 'Keys', icon: 'key' },
  { to: '/admin/audit', name: 'Audit', icon: 'shield' },
]
