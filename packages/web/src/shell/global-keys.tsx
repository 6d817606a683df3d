/** Keys that work everywhere, and what they open. */
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { focusComposer } from './focus-composer.ts'
import { useShortcuts } from './shortcuts.ts'
import { switchTheme } from './theme.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }))

type Overlay = 'palette' | 'keys'

export function GlobalKeys() {
  const navigate = useNavigate()
  const [overlay, setOverlay] = useState<Overlay | undefined>()
  useShortcuts({
    '$mod+k': { does: 'Find or do anything', run: () => setOverlay('palette') },
    '$mod+Shift+o': { does: 'New chat', run: () => void navigate({ to: '/chat' }) },
    '[Shift]+?': { does: 'Show the keys', run: () => setOverlay('keys') },
    'Shift+Escape': { does: 'Go to the composer', run: focusComposer },
    'g i': { does: 'Go to the inbox', run: () => void navigate({ to: '/inbox' }) },
    'g s': { does: 'Go to the sessions', run: () => void navigate({ to: '/sessions' }) },
    '$mod+Shift+l': { does: 'Change the theme, light or dark', run: () => void switchTheme() },
  })
  const isOpen = (wanted: Overlay) => ({
    open: overlay === wanted,
    onOpenChange: (open: boolean) => setOverlay(open ? wanted : undefined),
  })
  return (
    <Suspense>
      {overlay === 'palette' && <Palette {...isOpen('palette')} />}
      {overlay === 'keys' && <KeyList {...isOpen('keys')} />}
    </Suspense>
  )
}
