/** The documents of whoever looks: added, read, removed. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { documentsQuery, type ShownDocument, useAddDocument, useRemoveDocument } from '../api/knowledge.ts'
import { useMay } from '../api/me.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { ago, plural } from '../ui/format.ts'
import { SearchField } from '../ui/search-field.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { tell, tellFailure } from '../ui/toasts.tsx'
import { useNow } from '../ui/use-now.ts'
import { AddDocument } from './add-document.tsx'
import { canBeReadAgain, documentsNamed } from './documents.ts'

export function DocumentsCard() {
  const query = useQuery(documentsQuery)
  const mayChange = useMay('user')
  const [isAdding, setIsAdding] = useState(false)
  const add = (
    <Button
      mini
      icon="plus"
      disabled={!mayChange}
      title={mayChange ? undefined : 'Adding needs the role user'}
      onClick={() => setIsAdding(true)}
    >
      Add
    </Button>
  )
  return (
    <Card title="Documents" sub={query.data && plural(query.data.length, 'document')} actions={add} flush>
      <Loaded query={query}>
        {(documents) =>
          documents.length === 0 ? (
            <Empty icon="book" title="You have no documents">
              Sessions search what you add. Until then, searches answer from the bundled samples where there are some.
            </Empty>
          ) : (
            <Listed documents={documents} mayChange={mayChange} />
          )
        }
      </Loaded>
      {isAdding && <AddDocument onClose={() => setIsAdding(false)} />}
    </Card>
  )
}

type ListedProps = { readonly documents: readonly ShownDocument[]; readonly mayChange: boolean }

/** Fewer are looked through by eye. */
const manyDocuments = 12
/** More are narrowed down first. */
const mostShown = 200

function Listed({ documents, mayChange }: ListedProps) {
  const now = useNow(60_000)
  const [words, setWords] = useState('')
  const fitting = documentsNamed(documents, words)
  return (
    <>
      {documents.length > manyDocuments && (
        <search className="filter-row">
          <SearchField value={words} onChange={setWords} label="Filter documents" placeholder="Title or name" />
        </search>
      )}
      <ul className="entry-rows max-h-[480px] overflow-auto">
        {fitting.slice(0, mostShown).map((document) => (
          <li key={document.id}>
            <div className="row">
              <Link className="m5 min-w-0" to="/admin/knowledge" search={(all) => ({ ...all, document: document.id })}>
                {document.title}
              </Link>
              <span className="sp" />
              {mayChange && <Remove document={document} />}
            </div>
            <span className="sm muted">
              <code>{document.source}</code>, {document.mediaType}, {plural(document.chunks, 'passage')},{' '}
              {ago(Date.parse(document.at), now)}
            </span>
          </li>
        ))}
      </ul>
      {fitting.length > mostShown && (
        <p className="sm muted p-3">
          {plural(fitting.length - mostShown, 'more document')}: narrow them down by title or name.
        </p>
      )}
      {fitting.length === 0 && <p className="sm muted p-3">No document is called so.</p>}
    </>
  )
}

/** A plain text goes at once and can be taken back; one that was cleaned cannot, so it is asked for. */
function Remove({ document }: { readonly document: ShownDocument }) {
  const [remove, add] = [useRemoveDocument(), useAddDocument()]
  const isPlain = canBeReadAgain(document)
  const undo = ({ source, text, mediaType }: ShownDocument & { readonly text: string }) =>
    void add.mutateAsync({ source, text, mediaType }).then(
      () => tell(`${document.title} is back`),
      (error) => tellFailure('Taking it back', error),
    )
  // This row is gone before it is told.
  const act = () =>
    void remove.mutateAsync(document.id).then(
      (removed) => tell(`${document.title} is removed`, isPlain ? () => undo(removed) : undefined),
      (error) => tellFailure('Removing it', error),
    )
  const button = (
    <Button look="ghost" mini icon="x" busy={remove.isPending} {...(isPlain && { onClick: act })}>
      Remove<span className="vh"> {document.title}</span>
    </Button>
  )
  if (isPlain) return button
  return (
    <Confirm title={`Remove ${document.title}?`} trigger={button} keep="Keep it" act="Remove" onAct={act}>
      Only its cleaned text is kept here, so it cannot be put back as it was. Add the original again to have it back.
    </Confirm>
  )
}
