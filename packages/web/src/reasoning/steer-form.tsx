/** Guidance for the next request of every branch, or of one. */
import { type KeyboardEvent, useId, useState } from 'react'
import { branchWords } from '../session/step-words.ts'
import type { Controls } from '../session/use-controls.ts'
import { Button } from '../ui/button.tsx'
import { useDraft } from '../ui/draft.ts'
import { runningBranches } from './branches.ts'
import { draftName } from './left-over.tsx'

export function SteerForm({ controls }: { readonly controls: Controls }) {
  const id = useId()
  const [text, setText, sent] = useDraft(draftName('steer', controls.live.log.id))
  const [branch, setBranch] = useState('')
  const branches = runningBranches(controls.live.log)
  const isThere = branches.some(({ path }) => path === branch)
  const canSend = text.trim() !== '' && !controls.isSending && controls.barred === undefined
  const send = () => {
    const body = { text: text.trim(), ...(isThere && { branch }) }
    controls.send({ action: 'steer', body }, () => sent(text))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (canSend) send()
  }
  return (
    <>
      <label className="vh" htmlFor={id}>
        Guidance
      </label>
      <textarea
        id={id}
        className="field"
        rows={2}
        data-steer
        value={text}
        placeholder={`Guidance for the next request of ${isThere ? branchWords(branch) : 'every branch'}`}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row">
        <select
          className="field branch"
          aria-label="Which branch"
          value={isThere ? branch : ''}
          onChange={(event) => setBranch(event.target.value)}
        >
          <option value="">All branches</option>
          {branches.map(({ path }) => (
            <option key={path} value={path}>
              Only {branchWords(path)}
            </option>
          ))}
        </select>
        <span className="sp" />
        <Button look="primary" mini icon="steer" disabled={!canSend} busy={controls.isSending} onClick={send}>
          Queue
        </Button>
      </div>
    </>
  )
}
