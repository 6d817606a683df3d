/** Buttons: verbs. At most one of a view is the primary one. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Busy, Icon, type IconName } from './icon.tsx'
import { Keys } from './keys.tsx'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> & {
  readonly type?: 'button' | 'submit'
  readonly look?: 'plain' | 'primary' | 'ghost' | 'danger'
  readonly mini?: boolean
  readonly icon?: IconName
  /** The icon alone is shown; this is what it is called. */
  readonly label?: string
  /** The keys that do the same, such as `Ctrl+Enter`: shown, and told to who cannot see. */
  readonly keys?: string
  /** It is being done: it cannot be pressed again. */
  readonly busy?: boolean
  readonly ref?: Ref<HTMLButtonElement>
  readonly children?: ReactNode
}

const looks = { plain: '', primary: 'pri', ghost: 'ghost', danger: 'dang' } as const

export function Button(props: ButtonProps) {
  const { type = 'button', look = 'plain', mini, icon, label, keys, busy = false, disabled, ...rest } = props
  const { className = '', title, children, ...others } = rest
  const classes = ['btn', looks[look], mini ? 'mini' : '', children === undefined ? 'ico' : '', className]
  return (
    <button
      {...others}
      type={type}
      className={classes.filter(Boolean).join(' ')}
      disabled={disabled === true || busy}
      aria-label={label}
      title={title ?? (children === undefined ? label : undefined)}
      aria-busy={busy || undefined}
      aria-keyshortcuts={keys?.replace('Ctrl', 'Control')}
    >
      {busy ? <Busy /> : icon && <Icon name={icon} />}
      {children}
      {keys !== undefined && children !== undefined && <Keys keys={keys} />}
    </button>
  )
}
