/** Short news at the edge of the page, one at a time, and a way to take back what was done. */
import { Toast } from '@base-ui/react/toast'
import { useRef } from 'react'
import { Button } from './button.tsx'
import { told } from './states.tsx'
import { useFreeEdge } from './use-free-edge.ts'

const manager = Toast.createToastManager()

/** Long enough to see what was done, and that it was wrong. */
const undoMs = 15_000

/** Says what was done; `undo` takes it back. */
export function tell(title: string, undo?: () => void): void {
  const onClick = () => {
    // What it says is not so any more.
    manager.close(id)
    undo?.()
  }
  const id = manager.add({ title, ...(undo && { timeout: undoMs, actionProps: { children: 'Undo', onClick } }) })
}

/** What failed is read with more care, and maybe acted upon. */
const failureMs = 20_000

/** Says that something failed, where there is no better place for it. */
export function tellFailure(doing: string, error: unknown): void {
  const { message, fix } = told(error)
  const description = [message, fix].filter(Boolean).join(' ')
  manager.add({ title: `${doing} failed`, description, priority: 'high', timeout: failureMs })
}

export function Toasts() {
  return (
    <Toast.Provider toastManager={manager} limit={1}>
      <Toast.Portal>
        <Shown />
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Shown() {
  const { toasts } = Toast.useToastManager()
  const news = useRef<HTMLDivElement>(null)
  const edge = useFreeEdge(news, toasts.length)
  return (
    <Toast.Viewport ref={news} className="toasts" data-edge={edge}>
      <News />
    </Toast.Viewport>
  )
}

function News() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast">
      <Toast.Content className="grid gap-1">
        <Toast.Title className="b" render={<p />} />
        <Toast.Description className="sm" />
      </Toast.Content>
      <Toast.Action render={<Button mini />} />
      <Toast.Close render={<Button look="ghost" mini icon="x" label="Close" />} />
    </Toast.Root>
  ))
}
