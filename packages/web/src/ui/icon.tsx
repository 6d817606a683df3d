/** Icons: one line each, in the colour of the text beside them. */
import { type Drawing, drawings, type IconName, markPath } from './icon-drawings.ts'

export type { IconName } from './icon-drawings.ts'

type IconProps = {
  readonly name: IconName
  readonly small?: boolean
  /** Turns: only the spiral does, as the sign that something is going on. */
  readonly spins?: boolean
  readonly className?: string
}

/** Says nothing by itself: a word stands beside it, or a label on what holds it. */
export function Icon({ name, small = false, spins = false, className = '' }: IconProps) {
  const { strokes, filled }: Drawing = drawings[name]
  return (
    <svg
      className={`i ${small ? 's' : ''} ${spins ? 'spin' : ''} ${className}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
      focusable="false"
    >
      {strokes !== '' && <path d={strokes} />}
      {filled !== undefined && <path d={filled} fill="currentColor" stroke="none" />}
    </svg>
  )
}

/** The spiral that turns while something is going on. */
export function Busy({ small = false }: { readonly small?: boolean }) {
  return <Icon name="gyre" small={small} spins />
}

/** The mark of the program. */
export function Mark() {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.1"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={markPath} />
    </svg>
  )
}
