/** Badges and tags: an icon, a word and a tint that agrees with them. */
import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'ok' | 'wait' | 'bad' | 'hold' | 'acc' | 'idle'

type BadgeProps = {
  readonly tone?: Tone
  readonly icon?: IconName
  readonly spins?: boolean
  /** A small square one, for marks inside a text or a row. */
  readonly square?: boolean
  readonly children: ReactNode
}

export function Badge({ tone = 'idle', icon, spins = false, square = false, children }: BadgeProps) {
  return (
    <span className={`badge ${tone} ${square ? 'sq' : ''}`}>
      {icon && <Icon name={icon} spins={spins} />}
      {children}
    </span>
  )
}

/** The same in a line of text: no ground of its own. */
export function Tag({ tone = 'idle', icon, spins = false, children }: Omit<BadgeProps, 'square'>) {
  return (
    <span className={`tag ${tone === 'idle' ? 'muted' : tone}`}>
      {icon && <Icon name={icon} small spins={spins} />}
      {children}
    </span>
  )
}
