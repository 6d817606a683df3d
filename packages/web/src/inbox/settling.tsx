/** What settles an item of the inbox: a press of a button, or a form below it. */
import type { Question } from '@gyre/core'
import type { InboxItem } from '../api/lists.ts'
import { useMay } from '../api/me.ts'
import { type Intervene, useIntervene, useResume } from '../api/sessions.ts'
import { Button } from '../ui/button.tsx'
import type { IconName } from '../ui/icon.tsx'
import { tell, tellFailure } from '../ui/toasts.tsx'
import { quickChoices } from './inbox-words.ts'

type QuickActionsProps = {
  readonly item: InboxItem
  /** The id of the form below, while it is open. */
  readonly form: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export function QuickActions({ item, form, isOpen, onToggle }: QuickActionsProps) {
  const may = useMay('user')
  const settle = useSettle(item)
  const { question } = item
  if (!question) return <GoOn item={item} settle={settle} />
  const isApproval = question.kind === 'approval' || question.kind === 'fork'
  const choices = quickChoices(item)
  const words = isApproval ? 'Edit' : 'Answer'
  return (
    <div className="row wrap" title={may ? undefined : viewersCannot}>
      {isApproval && !isOpen && <Approval question={question} settle={settle} />}
      {choices?.map((text) => (
        <Press
          key={text}
          settle={settle}
          word={text}
          sent={{ action: 'answer', body: { text, question: question.path } }}
        />
      ))}
      {!choices && question.kind !== 'fork' && (
        <Button
          mini
          icon={isOpen ? 'up' : 'edit'}
          look={isApproval || isOpen ? 'plain' : 'primary'}
          disabled={!may}
          aria-expanded={isOpen}
          aria-controls={isOpen ? form : undefined}
          onClick={onToggle}
        >
          {isOpen ? 'Close' : words}
        </Button>
      )}
    </div>
  )
}

const viewersCannot = 'Viewers cannot answer. Ask for a key with the role user.'

type Settle = {
  readonly send: (sent: Intervene) => void
  readonly resume: () => void
  readonly isPending: boolean
}

/** Sends what settles an item; the list is asked for anew. */
function useSettle({ session }: InboxItem): Settle {
  const intervene = useIntervene(session)
  const resume = useResume(session)
  return {
    // The item may be gone from the list before it is told.
    send: (sent) =>
      void intervene.mutateAsync(sent).then(
        () => tellSent(sent),
        (error) => tellFailure('Answering', error),
      ),
    resume: () =>
      void resume.mutateAsync().then(
        () => tell('It goes on'),
        () => undefined,
      ),
    isPending: intervene.isPending || resume.isPending,
  }
}

/** That it is sent is told: the item is gone from the list. */
export function tellSent({ action }: Intervene): void {
  tell(told[action] ?? 'Your answer is sent')
}

const told: Readonly<Record<string, string>> = {
  approve: 'Approved',
  reject: 'Rejected',
  resume: 'It goes on',
  step: 'It takes one step',
}

type PressProps = {
  readonly settle: Settle
  readonly word: string
  readonly sent: Intervene
  readonly icon?: IconName
  readonly isPrimary?: boolean
}

function Press({ settle, word, sent, icon, isPrimary = false }: PressProps) {
  const may = useMay('user')
  return (
    <Button
      mini
      look={isPrimary ? 'primary' : 'plain'}
      {...(icon && { icon })}
      disabled={!may || settle.isPending}
      onClick={() => settle.send(sent)}
    >
      {word}
    </Button>
  )
}

function Approval({ question, settle }: { readonly question: Pick<Question, 'path'>; readonly settle: Settle }) {
  const body = { question: question.path }
  return (
    <>
      <Press settle={settle} word="Approve" icon="check" isPrimary sent={{ action: 'approve', body }} />
      <Press settle={settle} word="Reject" sent={{ action: 'reject', body }} />
    </>
  )
}

/** A session that stands still goes on, or takes one step and stands still again. */
function GoOn({ item: { kind }, settle }: { readonly item: InboxItem; readonly settle: Settle }) {
  const may = useMay('user')
  const isPaused = kind === 'paused' || kind === 'break-point'
  return (
    <div className="row wrap" title={may ? undefined : 'Viewers cannot resume sessions.'}>
      {isPaused && <Press settle={settle} word="Step" icon="step" sent={{ action: 'step' }} />}
      {isPaused ? (
        <Press settle={settle} word="Resume" icon="play" isPrimary sent={{ action: 'resume' }} />
      ) : (
        <Button mini look="primary" icon="play" disabled={!may || settle.isPending} onClick={settle.resume}>
          Resume
        </Button>
      )}
    </div>
  )
}
