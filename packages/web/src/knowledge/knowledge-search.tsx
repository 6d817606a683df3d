/** Searching the documents, as loops do: passages, best first. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type Passage, passagesQuery } from '../api/knowledge.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { plural } from '../ui/format.ts'
import { SearchField } from '../ui/search-field.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { MarkedText } from './marked-text.tsx'

const route = getRouteApi('/admin/knowledge')

export function KnowledgeSearch() {
  const { q = '' } = route.useSearch()
  return (
    <Card title="Search" sub="as sessions do" flush>
      <SearchForm key={q} words={q} />
      {q === '' ? (
        <Empty icon="book" title="What do the documents say?">
          Words and meaning both count. Passages come best first.
        </Empty>
      ) : (
        <Passages words={q} />
      )}
    </Card>
  )
}

function SearchForm({ words }: { readonly words: string }) {
  const navigate = route.useNavigate()
  const [text, setText] = useState(words)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = text.trim()
    void navigate({ search: ({ name }) => ({ ...(name !== undefined && { name }), ...(q !== '' && { q }) }) })
  }
  return (
    <search>
      <form className="filter-row" onSubmit={submit}>
        <SearchField value={text} onChange={setText} label="Search the documents" placeholder="Words or a question" />
        <Button type="submit">Search</Button>
      </form>
    </search>
  )
}

function Passages({ words }: { readonly words: string }) {
  const query = useQuery(passagesQuery(words))
  return (
    <Loaded query={query} lines={5}>
      {(passages) =>
        passages.length === 0 ? (
          <Empty icon="book" title="Nothing found">
            No passage has these words or is near to them.
          </Empty>
        ) : (
          <>
            <Remark passages={passages} />
            <ol
              className="entry-rows max-h-[560px] overflow-auto"
              aria-label={`${plural(passages.length, 'passage')} found`}
            >
              {passages.map((passage) => (
                <Found key={`${passage.document} ${passage.start}`} passage={passage} words={words} />
              ))}
            </ol>
          </>
        )
      }
    </Loaded>
  )
}

/** What is to be known of all of them is said once. */
function Remark({ passages }: { readonly passages: readonly Passage[] }) {
  const remarks = [...new Set(passages.flatMap(({ remark }) => remark ?? []))]
  return remarks.map((remark) => (
    <p key={remark} className="note m-3">
      {remark}
    </p>
  ))
}

function Found({ passage, words }: { readonly passage: Passage; readonly words: string }) {
  const { document, title, source, text, score } = passage
  return (
    <li>
      <div className="row">
        <Link className="m5" to="/admin/knowledge" search={(now) => ({ ...now, document })}>
          {title}
        </Link>
        <span className="sp" />
        <Badge square>
          <span className="num">score {score.toFixed(3)}</span>
        </Badge>
      </div>
      <span className="xs muted">{source}</span>
      <p className="passage">
        <MarkedText text={text} words={words} />
      </p>
    </li>
  )
}
