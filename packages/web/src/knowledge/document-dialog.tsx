/** A document with its text; what is searched for is marked in it. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { documentQuery } from '../api/knowledge.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { count, moment, plural } from '../ui/format.ts'
import { isOutside, OutsideLink } from '../ui/outside-link.tsx'
import { Loaded } from '../ui/states.tsx'
import { MarkedText } from './marked-text.tsx'

type DocumentDialogProps = { readonly id: string; readonly words: string; readonly onClose: () => void }

/** Marks in more would take longer to draw than to read. */
const mostMarked = 200_000

export function DocumentDialog({ id, words, onClose }: DocumentDialogProps) {
  const query = useQuery(documentQuery(id))
  return (
    <Dialog title={query.data?.title ?? 'Document'} open onOpenChange={(open) => !open && onClose()} wide>
      <Loaded query={query} lines={8}>
        {({ source, mediaType, chunks, at, text }) => (
          <>
            <div className="row sm muted">
              <span className="min-w-0 break-words">
                <Source source={source} />, {mediaType}, {plural(chunks, 'passage')}, {count(text.length)} characters,
                added {moment(Date.parse(at))}
              </span>
              <span className="sp" />
              <CopyButton text={text} label="Copy the text" />
            </div>
            <Text text={text} words={words} />
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

/** Only addresses of the web are links. */
function Source({ source }: { readonly source: string }) {
  return isOutside(source) ? <OutsideLink href={source}>{source}</OutsideLink> : <code>{source}</code>
}

function Text({ text, words }: { readonly text: string; readonly words: string }) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const first = box.current?.querySelector('mark')
    if (box.current && first) box.current.scrollTop = first.offsetTop - box.current.offsetTop - 60
  }, [])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="document-text" ref={box} tabIndex={0} aria-label="Text">
      {text.length > mostMarked ? text : <MarkedText text={text} words={words} />}
    </section>
  )
}
