/** Memory: what past sessions learned, and notes people added. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useMay } from '../api/me.ts'
import { memoriesQuery, mostMemories, type ShownMemory, useAddMemory, useRemoveMemory } from '../api/memories.ts'
import { settingsQuery } from '../api/settings.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { ago } from '../ui/format.ts'
import { SearchField } from '../ui/search-field.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { tell, tellFailure } from '../ui/toasts.tsx'
import { useNow } from '../ui/use-now.ts'
import { useIsDemo } from '../welcome/use-is-demo.ts'
import { MemoryDialog } from './memory-dialog.tsx'
import { canComeBack, expiryWords, kindsOf, ofKind, whyEmpty } from './memory-kinds.ts'

const route = getRouteApi('/admin/memory')

export function MemorySection() {
  const { q = '', kind } = route.useSearch()
  const mayChange = useMay('user')
  const [isAdding, setIsAdding] = useState(false)
  const query = useQuery(memoriesQuery(q))
  const add = (
    <Button
      mini
      icon="plus"
      disabled={!mayChange}
      title={mayChange ? undefined : 'Adding needs the role user'}
      onClick={() => setIsAdding(true)}
    >
      Add a note
    </Button>
  )
  return (
    <Card title="Memory" sub={q === '' ? 'newest first' : `nearest to “${q}” first`} actions={add} flush>
      <SearchForm key={q} words={q} />
      <Loaded query={query} lines={5}>
        {(memories) => (
          <>
            <Kinds memories={memories} chosen={kind} />
            <Listed memories={ofKind(memories, kind)} isSearch={q !== ''} />
          </>
        )}
      </Loaded>
      {isAdding && <MemoryDialog onClose={() => setIsAdding(false)} />}
    </Card>
  )
}

function SearchForm({ words }: { readonly words: string }) {
  const navigate = route.useNavigate()
  const [text, setText] = useState(words)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void navigate({ search: text.trim() === '' ? {} : { q: text.trim() } })
  }
  return (
    <search>
      <form className="filter-row" onSubmit={submit}>
        <SearchField value={text} onChange={setText} label="Search memories" placeholder="What is it about?" />
        <Button type="submit">Search</Button>
        {words !== '' && (
          <Link className="btn ghost" to="/admin/memory" search={{}}>
            Show all
          </Link>
        )}
      </form>
    </search>
  )
}

function Kinds({
  memories,
  chosen,
}: {
  readonly memories: readonly ShownMemory[]
  readonly chosen: string | undefined
}) {
  const navigate = route.useNavigate()
  const kinds = kindsOf(memories)
  if (kinds.length < 2 && chosen === undefined) return null
  const choose = (kind: string | undefined) =>
    void navigate({ search: ({ q }) => ({ ...(q !== undefined && { q }), ...(kind !== undefined && { kind }) }) })
  return (
    <fieldset className="name-chips m-0 border-0">
      <legend className="vh">Kind</legend>
      <button type="button" aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
        all <span className="n">{memories.length}</span>
      </button>
      {kinds.map(([kind, count]) => (
        <button key={kind} type="button" aria-pressed={kind === chosen} onClick={() => choose(kind)}>
          {kind} <span className="n">{count}</span>
        </button>
      ))}
    </fieldset>
  )
}

type ListedProps = { readonly memories: readonly ShownMemory[]; readonly isSearch: boolean }

function Listed({ memories, isSearch }: ListedProps) {
  const now = useNow(60_000)
  if (memories.length === 0) {
    return isSearch ? (
      <Empty icon="memory" title="Nothing found">
        No memory is near to these words.
      </Empty>
    ) : (
      <NothingYet />
    )
  }
  return (
    <>
      <ul className="entry-rows">
        {memories.map((memory) => (
          <Row key={memory.id} memory={memory} now={now} />
        ))}
      </ul>
      {memories.length === mostMemories && (
        <p className="sm muted p-3">These are the newest {mostMemories}. Search finds older ones.</p>
      )}
    </>
  )
}

function NothingYet() {
  const setting = useQuery(settingsQuery).data?.find(({ key }) => key === 'memory.sessions')
  const isDemo = useIsDemo() ?? false
  return (
    <Empty icon="memory" title="Nothing is remembered yet">
      {whyEmpty(setting, isDemo)}
    </Empty>
  )
}

function Row({ memory, now }: { readonly memory: ShownMemory; readonly now: number }) {
  const mayChange = useMay('user')
  const [isChanging, setIsChanging] = useState(false)
  return (
    <li>
      <p className="passage">{memory.text}</p>
      <div className="row wrap sm muted">
        <Badge square>{memory.kind}</Badge>
        <span>{ago(Date.parse(memory.at), now)}</span>
        <span>{expiryWords(memory, now)}</span>
        {memory.session !== null && (
          <Link to="/sessions/$session" params={{ session: memory.session }}>
            From this session
          </Link>
        )}
        <span className="sp" />
        {mayChange && (
          <span className="row">
            <Button look="ghost" mini icon="edit" onClick={() => setIsChanging(true)}>
              Change
            </Button>
            <Remove memory={memory} />
          </span>
        )}
      </div>
      {isChanging && <MemoryDialog memory={memory} onClose={() => setIsChanging(false)} />}
    </li>
  )
}

/** A note goes at once and can be taken back; what a session learned cannot, so it is asked for. */
function Remove({ memory }: { readonly memory: ShownMemory }) {
  const [remove, add] = [useRemoveMemory(), useAddMemory()]
  const undo = () =>
    void add.mutateAsync(memory.text).then(
      () => tell('Remembered again'),
      (error) => tellFailure('Taking it back', error),
    )
  // This row is gone before it is told.
  const act = () =>
    void remove.mutateAsync(memory.id).then(
      () => tell('Forgotten', canComeBack(memory) ? undo : undefined),
      (error) => tellFailure('Forgetting it', error),
    )
  const button = (
    <Button look="ghost" mini icon="x" busy={remove.isPending} {...(canComeBack(memory) && { onClick: act })}>
      Forget
    </Button>
  )
  if (canComeBack(memory)) return button
  return (
    <Confirm title="Forget this memory?" trigger={button} keep="Keep it" act="Forget" onAct={act}>
      It was learned by a session, and cannot be added again as it was. The session itself is kept.
    </Confirm>
  )
}
