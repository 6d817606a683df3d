/** The audit log: who administered what and when, and whether somebody has changed it since. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { auditQuery, useVerifyAudit } from '../../api/audit.ts'
import { onlyOperators, useIsOperator, useMay } from '../../api/me.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { type AuditDraft, actions, auditQueryOf, emptyAuditDraft, exportAddress } from './audit-filter.ts'
import { AuditList } from './audit-list.tsx'

export function AuditSection() {
  const mayLook = useMay('admin')
  if (!mayLook) {
    return (
      <Card title="Audit">
        <Empty icon="shield" title="The audit log is for administrators">
          It needs the role admin.
        </Empty>
      </Card>
    )
  }
  return <Audit />
}

function Audit() {
  const [draft, setDraft] = useState(emptyAuditDraft)
  const asked = auditQueryOf(draft)
  const verify = useVerifyAudit()
  const isOperator = useIsOperator()
  const actionsOf = (
    <>
      <Button
        mini
        icon="shield"
        busy={verify.isPending}
        disabled={!isOperator}
        title={isOperator ? undefined : onlyOperators}
        onClick={() => verify.mutate()}
      >
        {verify.isPending ? 'Reading every entry' : 'Verify'}
      </Button>
      <a className="btn mini" href={exportAddress(asked)} download="audit.jsonl">
        <Icon name="export" />
        Export JSONL
      </a>
    </>
  )
  return (
    <Card title="Audit" sub="newest first" actions={actionsOf} flush>
      {verify.error && <Failure error={verify.error} doing="Verifying the log" />}
      {verify.data && <Verified result={verify.data} />}
      <Filters draft={draft} onChange={setDraft} />
      <Entries draft={draft} onClear={() => setDraft(emptyAuditDraft)} />
    </Card>
  )
}

type Verification = NonNullable<ReturnType<typeof useVerifyAudit>['data']>

function Verified({ result }: { readonly result: Verification }) {
  if (!result.ok) {
    return (
      <div className="note bad m-3" role="alert">
        <Icon name="shield" />
        <span>
          <b>Not verified from entry {result.seq}.</b> {result.why} Entries before it are as they were written. Export
          the log, and compare it with a copy from before.
        </span>
      </div>
    )
  }
  const head = `${result.head.seq} ${result.head.chain}`
  return (
    <div className="note m-3" role="status">
      <Icon name="done" />
      <span className="min-w-0">
        <b>{plural(result.rows, 'entry', 'entries')} verified.</b> Nobody has changed one. Note the head down to find
        out later whether the end was cut off: <code className="break-all">{head}</code>{' '}
        <CopyButton text={head} label="Copy the head" />
      </span>
    </div>
  )
}

type FiltersProps = { readonly draft: AuditDraft; readonly onChange: (draft: AuditDraft) => void }

function Filters({ draft, onChange }: FiltersProps) {
  const field = (name: keyof AuditDraft) => ({
    className: 'field',
    value: draft[name],
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange({ ...draft, [name]: event.target.value }),
  })
  return (
    <search className="filter-row">
      <input {...field('actor')} type="search" aria-label="Who" placeholder="Who: key:laptop, browser, local" />
      <select {...field('action')} aria-label="What was done">
        <option value="">Anything</option>
        {Object.entries(actions).map(([action, words]) => (
          <option key={action} value={action}>
            {words}
          </option>
        ))}
      </select>
      <label className="row sm soft">
        From <input {...field('from')} type="date" />
      </label>
      <label className="row sm soft">
        To <input {...field('to')} type="date" />
      </label>
    </search>
  )
}

function Entries({ draft, onClear }: { readonly draft: AuditDraft; readonly onClear: () => void }) {
  const asked = auditQueryOf(draft)
  const query = useInfiniteQuery(auditQuery(asked))
  const { fetchNextPage } = query
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage])
  if (query.error) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={6} />
  const entries = query.data.pages.flatMap((page) => page.entries)
  if (entries.length === 0) return <Nothing isFiltered={Object.keys(asked).length > 0} onClear={onClear} />
  return <AuditList entries={entries} hasMore={query.hasNextPage} isFetching={query.isFetchingNextPage} onMore={more} />
}

function Nothing({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  if (!isFiltered) {
    return (
      <Empty icon="shield" title="Nothing was administered yet">
        Keys, personas, prompts, settings and breakers that are changed are told here.
      </Empty>
    )
  }
  return (
    <Empty icon="shield" title="No entry fits" action={<Button onClick={onClear}>Show all</Button>}>
      Who must be the whole name, such as key:laptop.
    </Empty>
  )
}
