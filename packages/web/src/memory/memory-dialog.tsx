/** The text of a memory, new or changed. */
import { type FormEvent, useState } from 'react'
import { type ShownMemory, useAddMemory, useEditMemory } from '../api/memories.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/states.tsx'
import { tell, tellFailure } from '../ui/toasts.tsx'

type MemoryDialogProps = {
  /** The one that is changed; a new note when left out. */
  readonly memory?: ShownMemory
  readonly onClose: () => void
}

export function MemoryDialog({ memory, onClose }: MemoryDialogProps) {
  const [text, setText] = useState(memory?.text ?? '')
  const [add, edit] = [useAddMemory(), useEditMemory()]
  const used = memory ? edit : add
  const changed = (before: ShownMemory) => {
    const undo = () =>
      void edit.mutateAsync({ id: before.id, text: before.text }).catch((error) => tellFailure('Taking it back', error))
    tell('Changed', undo)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (memory) edit.mutate({ id: memory.id, text }, { onSuccess: () => changed(memory) })
    else {
      add.mutate(text, {
        onSuccess: () => {
          tell('Remembered')
          onClose()
        },
      })
    }
  }
  return (
    <Dialog title={memory ? 'Change a memory' : 'Add a note'} open stays onOpenChange={(open) => !open && onClose()}>
      <form className="stacked-form" onSubmit={submit}>
        <label>
          Text
          <textarea
            className="field"
            rows={6}
            required
            maxLength={100_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <small>Sessions find it when a goal is near to what it says.</small>
        </label>
        {used.error && <Failure error={used.error} doing="Saving it" />}
        <div className="row justify-end">
          <Button
            type="submit"
            look="primary"
            busy={used.isPending}
            disabled={text.trim() === '' || text === memory?.text}
          >
            {memory ? 'Save' : 'Add'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
