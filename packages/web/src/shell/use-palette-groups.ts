/** What the palette has to offer, put together from what the server knows and what the view can do. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { promptSettings } from '../admin/settings/prompt-settings.ts'
import { foundSessionsQuery } from '../api/lists.ts'
import { usableLoopsQuery } from '../api/loops.ts'
import { personasQuery } from '../api/personas.ts'
import { settingsQuery } from '../api/settings.ts'
import { isMac } from '../ui/keys.tsx'
import { type Action, actionsHere } from './actions.ts'
import { boundKeys } from './key-bindings.ts'
import { keyName } from './key-names.ts'
import type { Entry, Group } from './palette-entries.ts'
import { places } from './places.ts'
import { pressShortcut, type ShortcutInUse, shortcutsInUse } from './shortcuts.ts'

export function usePaletteGroups(typed: string): readonly Group[] {
  const navigate = useNavigate()
  const words = useDeferredValue(typed.trim())
  const { data: goals = [] } = useQuery(foundSessionsQuery(words))
  const { data: personas = [] } = useQuery(personasQuery)
  const { data: loops = [] } = useQuery(usableLoopsQuery)
  const { data: settings = [] } = useQuery(settingsQuery)
  const [actions, shortcuts] = [actionsHere(), shortcutsInUse()]
  return [
    { value: 'This session', items: actions.map((action) => actionEntry(action, shortcuts)), isWhole: true },
    { value: 'Here', items: unlisted(shortcuts, actions).map(shortcutEntry), isWhole: true },
    {
      value: 'Go to',
      items: places.map(({ to, name, icon, keys }) => ({
        value: to,
        label: name,
        icon,
        run: () => void navigate({ to }),
        ...(keys !== undefined && { hint: hintOf(keys) }),
      })),
    },
    {
      value: 'Goals',
      items: goals.map(({ id, title, loop, persona }) => ({
        value: id,
        label: title,
        also: id,
        icon: 'list',
        hint: persona ?? loop,
        run: () => void navigate({ to: '/sessions/$session', params: { session: id } }),
      })),
    },
    {
      value: 'Ask',
      items: [
        ...personas.map(({ persona: { name } }): Entry => {
          const run = () => void navigate({ to: '/chat', search: { persona: name } })
          return { value: `persona ${name}`, label: `Ask ${name}`, also: 'persona', icon: 'user', hint: 'persona', run }
        }),
        ...loops.map(({ name, summary }): Entry => {
          const run = () => void navigate({ to: '/chat', search: { loop: name } })
          return { value: `loop ${name}`, label: `Ask by ${name}`, also: summary, icon: 'gyre', hint: 'loop', run }
        }),
      ],
    },
    {
      value: 'Settings',
      items: [...settings, ...promptSettings].map(({ key }) => ({
        value: `setting ${key}`,
        label: key,
        icon: 'gear',
        run: () => void navigate({ to: '/admin/settings', hash: key }),
      })),
    },
  ]
}

/** What opens the palette is done already; and what is listed with its keys is not listed again by them. */
function unlisted(shortcuts: readonly ShortcutInUse[], actions: readonly Action[]): readonly ShortcutInUse[] {
  const listed = new Set(['$mod+k', ...places.map(({ keys }) => keys), ...actions.flatMap(({ keys = [] }) => keys)])
  return shortcuts.filter(({ name }) => !listed.has(name))
}

function actionEntry({ does, also, icon, keys = [], run }: Action, shortcuts: readonly ShortcutInUse[]): Entry {
  const key = keys.find((each) => shortcuts.some(({ name }) => name === each))
  const more = { ...(also !== undefined && { also }), ...(key !== undefined && { hint: hintOf(key) }) }
  return { value: `action ${does}`, label: does, icon, run, ...more }
}

function shortcutEntry({ name, does }: ShortcutInUse): Entry {
  return { value: `key ${name}`, label: does, icon: 'bolt', hint: hintOf(name), run: () => pressShortcut(name) }
}

/** The keys as somebody has them. */
function hintOf(name: string): string {
  return keyName(boundKeys()[name] ?? name, isMac)
}
