/** Keys of the reasoning view. */
import { useNavigate } from '@tanstack/react-router'
import type { Controls } from '../session/use-controls.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { copyText } from '../ui/copy-text.ts'
import { tell } from '../ui/toasts.tsx'
import { focusOn } from './focus-on.ts'
import { resultPicture } from './result-picture.ts'

export function useReasoningKeys(controls: Controls): void {
  const navigate = useNavigate()
  const { log } = controls.live
  const override = () => {
    controls.open('override')
    focusOn('intervene')
  }
  const fork = () => {
    const step = focusedStep() ?? log.view.lastPath
    if (step === '') return tell('There is no step to fork at yet')
    void navigate({ to: '/sessions/$session/steps', params: { session: log.id }, search: { step, fork: 'here' } })
  }
  const copy = () => {
    const result = resultPicture(log)
    if (!result) return tell('There is no result yet')
    void copyText(result.text)
  }
  useShortcuts({
    // First, so that the P of G P is no P of its own.
    'g p': { does: 'Go to the plan', run: () => focusOn('plan', 'family') },
    'g t': { does: 'Go to the timeline', run: () => focusOn('timeline') },
    'g r': { does: 'Go to the result', run: () => focusOn('result') },
    p: { does: 'Pause or resume', run: controls.pauseOrResume },
    Escape: { does: 'Pause', run: () => !controls.isPaused && controls.pauseOrResume() },
    '.': { does: 'Make one step', run: controls.step },
    e: { does: 'Override the next step', run: override },
    f: { does: 'Fork here', run: fork },
    j: { does: 'Next row of the timeline', run: () => moveRow(1) },
    k: { does: 'Previous row of the timeline', run: () => moveRow(-1) },
    '$mod+Shift+;': { does: 'Copy the result', run: copy },
  })
}

/** Rows are links: Enter opens the one that has the focus. */
function moveRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('#timeline .to-step')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  // Nobody is there yet: from the newest row on.
  const next = at < 0 ? rows.at(-1) : rows[Math.min(rows.length - 1, Math.max(0, at + by))]
  next?.focus()
}

function focusedStep(): string | undefined {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLAnchorElement) || !activeElement.matches('.to-step')) return undefined
  return new URL(activeElement.href).searchParams.get('step') ?? undefined
}
