/** How a session stands, as a badge. */
import { Badge, Tag } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { standingOf } from './standing.ts'

type StandingProps = { readonly status: string; readonly outcome: string | null }

/** `isPast`: how it stood, and nobody knows whether it still does. Nothing turns then. */
export function StandingBadge({ status, outcome, isPast = false }: StandingProps & { readonly isPast?: boolean }) {
  const { word, tone, icon, spins } = standingOf(status, outcome)
  if (isPast && outcome === null) return <Badge icon={icon}>was {word}</Badge>
  return (
    <Badge tone={tone} icon={icon} spins={spins}>
      {word}
    </Badge>
  )
}

export function StandingTag({ status, outcome }: StandingProps) {
  const { word, tone, icon, spins } = standingOf(status, outcome)
  return (
    <Tag tone={tone} icon={icon} spins={spins}>
      {word}
    </Tag>
  )
}

/** The icon alone, where there is no room: the word is told to who cannot see it. */
export function StandingIcon({ status, outcome }: StandingProps) {
  const { word, tone, icon, spins } = standingOf(status, outcome)
  return (
    <span className={tone === 'idle' ? 'muted' : tone} title={word}>
      <Icon name={icon} small spins={spins} />
      <span className="vh">{word}: </span>
    </span>
  )
}
