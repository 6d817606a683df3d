/** One persona: its form or its JSON, its versions, its rollout. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../api/me.ts'
import { personaVersionsQuery, useRemovePersona } from '../../api/persona-admin.ts'
import type { PersonaEntry } from '../../api/personas.ts'
import { savedByQuery } from '../../api/prompts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { tell, tellFailure } from '../../ui/toasts.tsx'
import { LeaveGuard } from '../prompts/leave-guard.tsx'
import { SaveConflict } from '../prompts/save-conflict.tsx'
import { faultOfDraft, type PersonaDraft, textOfDraft } from './persona-draft.ts'
import { PersonaForm } from './persona-form.tsx'
import { PersonaVersions } from './persona-versions.tsx'
import { RolloutCard } from './rollout-card.tsx'
import { usePersonaDraft } from './use-persona-draft.ts'

const PersonaJson = lazy(async () => ({ default: (await import('./persona-json.tsx')).PersonaJson }))

type PersonaDeskProps = {
  /** One that is there; or one that is begun. */
  readonly entry?: PersonaEntry
  readonly begun?: PersonaDraft
  readonly onLeave: (to?: string) => void
  readonly onCopy: (from: PersonaDraft) => void
}

export function PersonaDesk({ entry, begun, onLeave, onCopy }: PersonaDeskProps) {
  const mayChange = useMay('admin')
  const draft = usePersonaDraft({ entry, begun, onSaved: onLeave })
  const [isJson, setIsJson] = useState(false)
  const [textFault, setTextFault] = useState<string>()
  const fault = mayChange ? (textFault ?? faultOfDraft(draft.shown)) : 'Only administrators may change personas.'
  const switchTo = (json: boolean) => {
    // A text that cannot be read is left behind.
    setTextFault(undefined)
    setIsJson(json)
  }
  const actions = (
    <>
      <ViewSwitch isJson={isJson} onSwitch={switchTo} />
      {entry && <EntryActions entry={entry} isOff={!mayChange} onCopy={onCopy} onRemoved={onLeave} />}
      {draft.isDraft && (
        <Button mini look="ghost" onClick={entry ? draft.discard : () => onLeave()}>
          Discard
        </Button>
      )}
      <Button
        mini
        look="primary"
        busy={draft.isSaving}
        disabled={!draft.isDraft || fault !== undefined}
        onClick={draft.save}
      >
        Save
      </Button>
    </>
  )
  return (
    <>
      {entry && <LeaveGuard isDraft={draft.isDraft} of="name" />}
      <Card
        title={entry?.persona.name ?? 'New persona'}
        sub={<Standing entry={entry} isDraft={draft.isDraft} />}
        actions={actions}
      >
        <div className="grid gap-4">
          <Troubles entry={entry} draft={draft} fault={draft.isDraft ? fault : textFault} />
          {isJson ? (
            <Suspense fallback={<Skeleton lines={8} />}>
              <PersonaJson draft={draft.shown} onChange={draft.change} onFault={setTextFault} readOnly={!mayChange} />
            </Suspense>
          ) : (
            <PersonaForm draft={draft.shown} onChange={draft.change} isNew={!entry} mayChange={mayChange} />
          )}
        </div>
      </Card>
      {entry && <History name={entry.persona.name} draft={draft} mayChange={mayChange} />}
      <p>
        <Button mini look="ghost" onClick={() => onLeave()}>
          All personas
        </Button>
      </p>
    </>
  )
}

type Draft = ReturnType<typeof usePersonaDraft>

type HistoryProps = { readonly name: string; readonly draft: Draft; readonly mayChange: boolean }

function History({ name, draft, mayChange }: HistoryProps) {
  const versions = useQuery(personaVersionsQuery(name)).data ?? []
  const entries = useQuery({ ...savedByQuery('persona.saved'), enabled: mayChange }).data ?? []
  return (
    <div className="cols c2">
      <PersonaVersions name={name} versions={versions} entries={entries} mayChange={mayChange} draft={draft} />
      <RolloutCard name={name} versions={versions.map(({ version }) => version)} mayChange={mayChange} />
    </div>
  )
}

type TroublesProps = {
  readonly entry: PersonaEntry | undefined
  readonly draft: Draft
  readonly fault: string | undefined
}

/** What keeps it from being saved. */
function Troubles({ entry, draft, fault }: TroublesProps) {
  if (draft.isConflict) {
    return (
      <SaveConflict
        mine={textOfDraft(draft.shown)}
        theirs={textOfDraft(entry?.persona ?? {})}
        version={entry?.version ?? 0}
        onSave={draft.saveOver}
        onTake={draft.discard}
      />
    )
  }
  if (draft.error !== null) return <Failure error={draft.error} doing="Saving the persona" />
  if (fault === undefined) return null
  // Whoever has not begun has done nothing wrong.
  const isBegun = Boolean(draft.shown['name'])
  return (
    <div className={isBegun ? 'note bad' : 'note'}>
      <Icon name={isBegun ? 'alert' : 'edit'} />
      <span>
        <b>Cannot save yet.</b> {fault}
      </span>
    </div>
  )
}

type EntryActionsProps = Pick<PersonaDeskProps, 'onCopy'> & RemoveProps

function EntryActions({ entry, isOff, onCopy, onRemoved }: EntryActionsProps) {
  return (
    <>
      <Button mini look="ghost" icon="copy" disabled={isOff} onClick={() => onCopy(entry.persona)}>
        Duplicate
      </Button>
      <Remove entry={entry} isOff={isOff} onRemoved={onRemoved} />
    </>
  )
}

function Standing({ entry, isDraft }: { readonly entry: PersonaEntry | undefined; readonly isDraft: boolean }) {
  return (
    <span className="row">
      {entry && <span>{entry.version === null ? entry.source : `v${entry.version}`}</span>}
      {isDraft && (
        <Badge tone="wait" icon="edit" square>
          draft
        </Badge>
      )}
    </span>
  )
}

function ViewSwitch({ isJson, onSwitch }: { readonly isJson: boolean; readonly onSwitch: (isJson: boolean) => void }) {
  return (
    <fieldset className="seg plain">
      <legend className="vh">View</legend>
      <button type="button" aria-pressed={!isJson} onClick={() => onSwitch(false)}>
        Form
      </button>
      <button type="button" aria-pressed={isJson} onClick={() => onSwitch(true)}>
        JSON
      </button>
    </fieldset>
  )
}

type RemoveProps = { readonly entry: PersonaEntry; readonly isOff: boolean; readonly onRemoved: () => void }

/** What comes with Gyre or is in a file has no versions to forget. */
function Remove({ entry: { persona, source }, isOff, onRemoved }: RemoveProps) {
  const remove = useRemovePersona()
  if (source !== 'store') return null
  const act = async () => {
    // What it shows is asked for no more: it will not be there.
    onRemoved()
    try {
      await remove.mutateAsync(persona.name)
      tell(`${persona.name} is removed`)
    } catch (error) {
      tellFailure('Removing the persona', error)
    }
  }
  const trigger = (
    <Button mini look="danger" disabled={isOff}>
      Remove
    </Button>
  )
  return (
    <Confirm title={`Remove ${persona.name}?`} keep="Keep it" act="Remove" onAct={() => void act()} trigger={trigger}>
      Every saved version and its rollout are forgotten. Sessions that ran with it stay. One of the same name that comes
      with Gyre or is in a file is used again.
    </Confirm>
  )
}
