/** One prompt: its text, what a draft or a version differs in, its versions, and trying it. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useId, useState } from 'react'
import { useMay } from '../../api/me.ts'
import { type Prompt, promptVersionsQuery, savedByQuery, type Version } from '../../api/prompts.ts'
import { LineDiff } from '../../diff/line-diff-view.tsx'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { faultLine, faultsIn, whyNot } from './prompt-marks.ts'
import { PromptTry } from './prompt-try.tsx'
import { SaveConflict } from './save-conflict.tsx'
import { savedBy } from './saved-by.ts'
import { usePromptDraft } from './use-prompt-draft.ts'
import { VersionList } from './version-list.tsx'

const PromptText = lazy(async () => ({ default: (await import('./prompt-text.tsx')).PromptText }))

type PromptDeskProps = {
  readonly prompt: Prompt
  /** The versions that the address names. */
  readonly asked: { readonly from: string | undefined; readonly to: string | undefined }
}

export function PromptDesk({ prompt, asked }: PromptDeskProps) {
  const { id, placeholders } = prompt
  const mayChange = useMay('admin')
  const draft = usePromptDraft(prompt)
  const versions = useQuery(promptVersionsQuery(id)).data ?? []
  const entries = useQuery({ ...savedByQuery('prompt.saved'), enabled: mayChange }).data ?? []
  const [isTrying, setIsTrying] = useState(false)
  const compared = useCompared({ prompt, asked, isDraft: draft.isDraft })
  const fault = whyNot(faultsIn(draft.text, placeholders), placeholders)
  const reason = mayChange ? fault : 'Only administrators may change prompts.'
  const why = useId()
  const textOf = (of: number | 'draft') => (of === 'draft' ? draft.text : textOfVersion(prompt, versions, of))
  const actions = (
    <>
      <Button mini icon="play" aria-expanded={isTrying} onClick={() => setIsTrying(!isTrying)}>
        Try it
      </Button>
      <SaveButtons draft={draft} next={nextVersion(versions)} isOff={reason !== undefined} why={why} />
    </>
  )
  return (
    <div className="grid gap-4">
      <LeaveGuard isDraft={draft.isDraft} of="id" />
      <Card
        title={<code>{id}</code>}
        sub={<Standing prompt={prompt} isDraft={draft.isDraft} />}
        actions={actions}
        flush
      >
        <div className="cols pgrid">
          <TextPart prompt={prompt} draft={draft} mayChange={mayChange} />
          <div>
            <DifferenceHead compared={compared} />
            <div className="grid gap-3 p-3.5">
              {!draft.isConflict && <LineDiff before={textOf(compared.from)} after={textOf(compared.to)} />}
              <Troubles id={why} prompt={prompt} draft={draft} reason={reason} />
              <Placeholders prompt={prompt} />
            </div>
          </div>
          <div>
            <div className="part-head">Versions</div>
            <VersionList
              versions={versions}
              original={{ about: 'shipped', isCurrent: prompt.isDefault, onUse: draft.useDefault }}
              isDraft={draft.isDraft}
              compared={compared}
              whoSaved={(each) => savedBy(entries, id, each)}
              mayChange={mayChange}
              onCompare={compared.show}
              onUse={draft.goBackTo}
            />
          </div>
        </div>
      </Card>
      {isTrying && <PromptTry prompt={prompt} text={draft.text} reason={fault} />}
    </div>
  )
}

function DifferenceHead({ compared: { from, to } }: { readonly compared: ReturnType<typeof useCompared> }) {
  return (
    <div className="part-head">
      Difference
      <span className="sp" />v{from} <Icon name="arrow" small /> {to === 'draft' ? 'draft' : `v${to}`}
    </div>
  )
}

type Draft = ReturnType<typeof usePromptDraft>

type SaveButtonsProps = {
  readonly draft: Draft
  readonly next: number
  readonly isOff: boolean
  /** Where it stands why it cannot be saved. */
  readonly why: string
}

function SaveButtons({ draft, next, isOff, why }: SaveButtonsProps) {
  return (
    <>
      {draft.isDraft && (
        <Button mini look="ghost" onClick={draft.discard}>
          Discard
        </Button>
      )}
      <Button
        mini
        look="primary"
        busy={draft.isSaving}
        disabled={!draft.isDraft || isOff}
        aria-describedby={why}
        onClick={draft.save}
      >
        {draft.isDraft ? `Save v${next}` : 'Save'}
      </Button>
    </>
  )
}

type TextPartProps = { readonly prompt: Prompt; readonly draft: Draft; readonly mayChange: boolean }

function TextPart({ prompt: { id, placeholders }, draft, mayChange }: TextPartProps) {
  const fault = faultLine(faultsIn(draft.text, placeholders))
  return (
    <div>
      <div className="part-head">
        Text
        <span className="sp" />
        {fault !== undefined && (
          <Tag tone="bad" icon="alert">
            {fault}
          </Tag>
        )}
      </div>
      <Suspense fallback={<Skeleton lines={6} />}>
        <PromptText
          text={draft.text}
          placeholders={placeholders}
          label={`Text of ${id}`}
          readOnly={!mayChange}
          onChange={draft.setText}
        />
      </Suspense>
    </div>
  )
}

type TroublesProps = {
  readonly id: string
  readonly prompt: Prompt
  readonly draft: Draft
  readonly reason: string | undefined
}

/** What keeps the text from being saved, or from being used. */
function Troubles({ id, prompt, draft, reason }: TroublesProps) {
  return (
    <div id={id} className="grid gap-3 empty:hidden">
      {draft.isDraft && reason !== undefined && (
        <div className="note bad">
          <Icon name="alert" />
          <span>
            <b>Cannot save yet.</b> {reason}
          </span>
        </div>
      )}
      {prompt.fault !== null && (
        <div className="note wait">
          <Icon name="alert" />
          <span>The saved text is not used: {prompt.fault}</span>
        </div>
      )}
      {draft.isConflict ? (
        <SaveConflict
          mine={draft.text}
          theirs={prompt.text}
          version={prompt.version ?? 0}
          onSave={draft.saveOver}
          onTake={draft.discard}
        />
      ) : (
        draft.error !== null && <Failure error={draft.error} doing="Saving the prompt" />
      )}
    </div>
  )
}

function Standing({ prompt: { version, isDefault }, isDraft }: { readonly prompt: Prompt; readonly isDraft: boolean }) {
  if (isDraft)
    return (
      <Badge tone="wait" icon="edit" square>
        draft
      </Badge>
    )
  if (isDefault) return <Badge square>default</Badge>
  return <Badge tone="acc" square>{`v${version}, changed`}</Badge>
}

function Placeholders({ prompt: { placeholders } }: { readonly prompt: Prompt }) {
  if (placeholders.length === 0) return <p className="sm muted">This prompt has no placeholders.</p>
  return (
    <p className="sm muted">
      Placeholders, each to be used:{' '}
      {placeholders.map((name) => (
        <code key={name} className="ph">{`{${name}}`}</code>
      ))}
    </p>
  )
}

type ComparedOptions = PromptDeskProps & { readonly isDraft: boolean }

/** Which two are compared: what the address says; else the draft, or the version in use, and what was before it. */
function useCompared({ prompt: { id, version }, asked, isDraft }: ComparedOptions) {
  const navigate = useNavigate()
  const show = (from: number, to: number | 'draft') =>
    void navigate({
      to: '/admin/prompts',
      search: { id, from: String(from), ...(to !== 'draft' && { to: String(to) }) },
    })
  const [from, to] = [Number(asked.from), Number(asked.to)]
  if (asked.to !== undefined && Number.isInteger(from) && Number.isInteger(to)) return { from, to, show }
  return isDraft ? { from: version ?? 0, to: 'draft' as const, show } : { from: 0, to: version ?? 0, show }
}

/** An empty body is the default, in whichever version. */
function textOfVersion({ defaultText }: Prompt, versions: readonly Version[], wanted: number): string {
  const body = versions.find(({ version }) => version === wanted)?.body
  return typeof body === 'string' && body !== '' ? body : defaultText
}

function nextVersion(versions: readonly Version[]): number {
  return Math.max(0, ...versions.map(({ version }) => version)) + 1
}
