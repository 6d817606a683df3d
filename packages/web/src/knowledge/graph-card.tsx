/** The graph of names: those linked most, and what is said of one, as a list or a picture. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { linkedQuery, namesQuery, overviewQuery } from '../api/knowledge.ts'
import { Tag } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { plural } from '../ui/format.ts'
import { Sideways } from '../ui/sideways.tsx'
import { Empty, Loaded, Skeleton } from '../ui/states.tsx'
import type { Fact, Linked } from './graph-answer.ts'
import { namesFrom } from './overview.ts'

const NameGraph = lazy(async () => ({ default: (await import('./name-graph.tsx')).NameGraph }))

const route = getRouteApi('/admin/knowledge')

/** On a phone the list comes first. */
const firstView = () => (matchMedia('(max-width: 760px)').matches ? 'list' : 'graph')

export function GraphCard() {
  const { name } = route.useSearch()
  const navigate = route.useNavigate()
  const [view, setView] = useState<'list' | 'graph'>(firstView)
  const { data: known } = useQuery(overviewQuery)
  const choose = (chosen: string) => void navigate({ search: (now) => ({ ...now, name: chosen }), resetScroll: false })
  const views = (
    <fieldset className="seg m-0 border-0">
      <legend className="vh">View</legend>
      {(['graph', 'list'] as const).map((each) => (
        <button key={each} type="button" aria-pressed={view === each} onClick={() => setView(each)}>
          {each === 'graph' ? 'Graph' : 'List'}
        </button>
      ))}
    </fieldset>
  )
  return (
    <Card title="Names and links" sub={`read from ${namesFrom(known)} by rules`} actions={views} flush>
      <Names chosen={name} onChoose={choose} />
      {name !== undefined && <Around name={name} view={view} onChoose={choose} />}
    </Card>
  )
}

type NamesProps = { readonly chosen: string | undefined; readonly onChoose: (name: string) => void }

function Names({ chosen, onChoose }: NamesProps) {
  const query = useQuery(namesQuery)
  return (
    <Loaded query={query} lines={4}>
      {(names) =>
        names.length === 0 ? (
          <Empty icon="merge" title="No names are linked yet">
            Names are read from documents when this page first asks for them. More than 2 000 unread passages are read
            by <code>gyre knowledge graph --build</code>.
          </Empty>
        ) : (
          <fieldset className="name-chips m-0 max-h-44 overflow-auto border-0">
            <legend className="vh">Names, linked most first: choose one to centre it</legend>
            {names.map((each) => (
              <button
                key={each.name}
                type="button"
                aria-pressed={each.name === chosen}
                onClick={() => onChoose(each.name)}
              >
                <span className="trunc">{each.name}</span> <span className="n">{each.edges}</span>
              </button>
            ))}
          </fieldset>
        )
      }
    </Loaded>
  )
}

type AroundProps = {
  readonly name: string
  readonly view: 'list' | 'graph'
  readonly onChoose: (name: string) => void
}

function Around({ name, view, onChoose }: AroundProps) {
  const query = useQuery(linkedQuery(name))
  return (
    <Loaded query={query} lines={5}>
      {(linked) => {
        if (linked.facts.length === 0) {
          return (
            <Empty icon="merge" title={`Nothing is linked with ${name}`}>
              Choose another name above.
            </Empty>
          )
        }
        if (view === 'list') return <Relations linked={linked} onChoose={onChoose} />
        return (
          <Suspense fallback={<Skeleton lines={6} />}>
            <NameGraph linked={linked} onChoose={onChoose} />
          </Suspense>
        )
      }}
    </Loaded>
  )
}

type RelationsProps = { readonly linked: Linked; readonly onChoose: (name: string) => void }

function Relations({ linked, onChoose }: RelationsProps) {
  return (
    <Sideways label="Relations" className="scroll-x border-t border-line">
      <table className="t first-stays min-w-[640px]">
        <caption className="vh">{plural(linked.facts.length, 'relation')}</caption>
        <thead>
          <tr>
            <th>From</th>
            <th>Relation</th>
            <th>To</th>
            <th>Said in</th>
          </tr>
        </thead>
        <tbody>
          {linked.facts.map((fact) => (
            <Relation
              key={JSON.stringify([fact.from, fact.relation, fact.to])}
              fact={fact}
              linked={linked}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </Sideways>
  )
}

function Relation({ fact, linked, onChoose }: RelationsProps & { readonly fact: Fact }) {
  const said = linked.references.filter(({ number }) => fact.references.includes(number))
  const end = (name: string) => (
    <button type="button" className="plain-link" onClick={() => onChoose(name)}>
      {name}
    </button>
  )
  return (
    <tr>
      <td>{end(fact.from)}</td>
      <td>
        {fact.relation}
        {fact.differs && (
          <>
            {' '}
            <Tag tone="wait" icon="alert">
              another sentence says otherwise
            </Tag>
          </>
        )}
      </td>
      <td>{end(fact.to)}</td>
      <td className="sm soft">
        {said.map(({ number, document, title, text }) => (
          <p key={number}>
            “{text}”{' '}
            <Link to="/admin/knowledge" search={(now) => ({ ...now, document })}>
              {title}
            </Link>
          </p>
        ))}
      </td>
    </tr>
  )
}
