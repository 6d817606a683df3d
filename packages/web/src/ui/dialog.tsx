/** Dialogs: what is asked before something is done, or needs more room than the place it is asked for. */
import { AlertDialog as BaseAlert } from '@base-ui/react/alert-dialog'
import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactElement, type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'

type DialogProps = {
  readonly title: string
  /** What opens it; or it is opened by `open`. */
  readonly trigger?: ReactElement
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly wide?: boolean
  /** A press beside it does not close it: what it shows would be lost. */
  readonly stays?: boolean
  readonly children: ReactNode
}

const fields = ':is(textarea, select, input:not([type=file])):enabled'

export function Dialog({ title, trigger, open, onOpenChange, wide = false, stays = false, children }: DialogProps) {
  const opening = { ...(open !== undefined && { open }), ...(onOpenChange && { onOpenChange }) }
  const popup = useRef<HTMLDivElement>(null)
  // Whoever opens a form wants to fill it in. A finger would have a keyboard over half of it.
  const firstField = (by: string) =>
    by === 'touch' ? true : (popup.current?.querySelector<HTMLElement>(fields) ?? true)
  return (
    <Base.Root {...opening} disablePointerDismissal={stays}>
      {trigger && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup ref={popup} className={`dialog ${wide ? 'wide' : ''}`} initialFocus={firstField}>
          <header className="row">
            <Base.Title>{title}</Base.Title>
            <span className="sp" />
            <Base.Close render={<Button look="ghost" mini icon="x" label="Close" />} />
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

type ConfirmProps = {
  readonly title: string
  /** What will be lost, and what will not. */
  readonly children: ReactNode
  readonly trigger?: ReactElement
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  /** The safe way out comes first: `Keep running`. */
  readonly keep: string
  readonly act: string
  readonly onAct: () => void
}

/** Asks before what cannot be undone. */
export function Confirm({ title, children, trigger, open, onOpenChange, keep, act, onAct }: ConfirmProps) {
  return (
    <BaseAlert.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      {trigger && <BaseAlert.Trigger render={trigger} />}
      <BaseAlert.Portal>
        <BaseAlert.Backdrop className="backdrop" />
        <BaseAlert.Popup className="dialog">
          <BaseAlert.Title>{title}</BaseAlert.Title>
          <BaseAlert.Description render={<div className="sm soft" />}>{children}</BaseAlert.Description>
          <div className="row justify-end">
            <BaseAlert.Close render={<Button>{keep}</Button>} />
            <BaseAlert.Close
              render={
                <Button look="danger" onClick={onAct}>
                  {act}
                </Button>
              }
            />
          </div>
        </BaseAlert.Popup>
      </BaseAlert.Portal>
    </BaseAlert.Root>
  )
}
