/** Knowledge: what sessions can look up, searched as they do. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { overviewQuery } from '../api/knowledge.ts'
import { Card } from '../ui/card.tsx'
import { count } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Loaded } from '../ui/states.tsx'
import { DocumentDialog } from './document-dialog.tsx'
import { DocumentsCard } from './documents-card.tsx'
import { GraphCard } from './graph-card.tsx'
import { KnowledgeSearch } from './knowledge-search.tsx'
import type { Overview } from './overview.ts'

const route = getRouteApi('/admin/knowledge')

export function KnowledgeSection() {
  const { document, q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const close = () => void navigate({ search: ({ document: _, ...rest }) => rest, resetScroll: false })
  const overview = useQuery(overviewQuery)
  return (
    <>
      <Card title="Knowledge" flush>
        <Loaded query={overview} lines={2}>
          {(known) => <Figures known={known} />}
        </Loaded>
      </Card>
      <div className="cols c2">
        <KnowledgeSearch />
        <DocumentsCard />
      </div>
      <GraphCard />
      {document !== undefined && <DocumentDialog id={document} words={q} onClose={close} />}
    </>
  )
}

function Figures({ known }: { readonly known: Overview }) {
  const figures = [
    ['Documents', known.documents],
    ['Passages', known.chunks],
    ['Names', known.names],
    ['Links', known.edges],
    ['Bundled samples', known.bundled],
  ] as const
  return (
    <>
      <dl className="known-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count(value)}</dd>
          </div>
        ))}
        <div>
          <dt>Embedder</dt>
          <dd className="text-[13px] font-medium">
            <code>{known.embedder}</code>
          </dd>
        </div>
      </dl>
      {known.fault !== null && (
        <p className="note bad m-3" role="alert">
          <Icon name="alert" />
          <span>{known.fault}</span>
        </p>
      )}
    </>
  )
}
