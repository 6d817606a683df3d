/** What the palette has to offer, put together from what the server knows and what the view can do. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { foundSessionsQuery } from '../api/lists.ts'
import { usableLoopsQuery } from '../api/loops.ts'
import { personasQuery } from '../api/personas.ts'
import { settingsQuery } from '../api/settings.ts'
import { isMac } from '../ui/keys.tsx'
import { boundKeys } from './key-bindings.ts'
import { keyName } from './key-names.ts'
import type { Entry, Group } from './palette-entries.ts'
import { places } from './places.ts'
import { pressShortcut, shortcutsInUse } from './shortcuts.ts'

export function usePaletteGroups(typed: string): readonly Group[] {
  const navigate = useNavigate()
  const words = useDeferredValue(typed.trim())
  const { data: goals = [] } = useQuery(foundSessionsQuery(words))
  const { data: personas = [] } = useQuery(personasQuery)
  const { data: loops = [] } = useQuery(usableLoopsQuery)
  const { data: settings = [] } = useQuery(settingsQuery)
  return [
    { value: 'Here', items: shortcutsInUse().map(({ name, does }) => actionEntry(name, does)) },
    {
      value: 'Go to',
      items: places.map(({ to, name, icon }) => ({ value: to, label: name, icon, run: () => void navigate({ to }) })),
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
      items: settings.map(({ key }) => ({
        value: `setting ${key}`,
        label: key,
        icon: 'gear',
        run: () => void navigate({ to: '/admin/settings', hash: key }),
      })),
    },
  ]
}

function actionEntry(name: string, does: string): Entry {
  const hint = keyName(boundKeys()[name] ?? name, isMac)
  return { value: `key ${name}`, label: does, icon: 'bolt', hint, run: () => pressShortcut(name) }
}
