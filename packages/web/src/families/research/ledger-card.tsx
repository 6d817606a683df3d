/** The sources: what of each was taken and cited, which sentences rest on it, and why the rest was not used. */
import { Tag, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { isOutside, OutsideLink } from '../../ui/outside-link.tsx'
import { Sideways } from '../../ui/sideways.tsx'
import { Empty } from '../../ui/states.tsx'
import { StepLink } from '../loop/step-link.tsx'
import { type SourceRow, type SourceState, sharedRemarks } from './source-ledger.ts'

type LedgerProps = {
  readonly session: string
  readonly sources: readonly SourceRow[]
  readonly searches: number
  readonly isOver: boolean
}

export function LedgerCard({ session, sources, searches, isOver }: LedgerProps) {
  const shared = sharedRemarks(sources)
  const hosts = new Set(sources.map(({ host }) => host).filter((host) => host !== '')).size
  return (
    <Card
      title="Source ledger"
      sub={`${plural(searches, 'search', 'searches')}, ${plural(sources.length, 'source')}, ${plural(hosts, 'host')}`}
      flush
    >
      {sources.length === 0 ? (
        <Empty title={isOver ? 'No source' : 'No source yet'}>
          {isOver ? 'Nothing was read.' : 'What is read stands here as it comes.'}
        </Empty>
      ) : (
        <>
          <ul className="grid gap-2 px-3.5 pt-3 empty:hidden">
            {shared.map((remark) => (
              <li key={remark} className="note">
                <Icon name="alert" />
                <span>All of them: {remark}</span>
              </li>
            ))}
          </ul>
          <Sideways label="Sources" className="scroll-x ledger">
            <table className="t">
              <thead>
                <tr>
                  <th scope="col">Source</th>
                  <th scope="col">Topic</th>
                  <th scope="col" className="r">
                    Passages
                  </th>
                  <th scope="col" className="r">
                    Cited
                  </th>
                  <th scope="col">Used</th>
                </tr>
              </thead>
              <tbody>
                {sources.map((source) => (
                  <Row key={source.url} session={session} source={withoutRemarks(source, shared)} />
                ))}
              </tbody>
            </table>
          </Sideways>
        </>
      )}
    </Card>
  )
}

function withoutRemarks(source: SourceRow, shared: readonly string[]): SourceRow {
  return { ...source, remarks: source.remarks.filter((remark) => !shared.includes(remark)) }
}

type Sign = { readonly word: string; readonly tone: Tone; readonly icon: IconName }

const states: Readonly<Record<SourceState, Sign>> = {
  cited: { word: 'cited', tone: 'ok', icon: 'check' },
  read: { word: 'not used', tone: 'idle', icon: 'ring' },
  unread: { word: 'not read', tone: 'bad', icon: 'x' },
  reading: { word: 'being read', tone: 'acc', icon: 'gyre' },
}

function signOf({ passages, state }: SourceRow): Sign {
  return passages === null && state === 'read' ? soFar : states[state]
}

function Used({ source }: { readonly source: SourceRow }) {
  const { word, tone, icon } = signOf(source)
  return (
    <Tag tone={tone} icon={icon} spins={icon === 'gyre'}>
      {word}
    </Tag>
  )
}

function Row({ session, source }: { readonly session: string; readonly source: SourceRow }) {
  const { number, topics, passages, claims } = source
  const { icon } = signOf(source)
  return (
    <tr id={number === null ? undefined : `source-${number}`}>
      <td>
        <div className="row items-start">
          {number === null ? (
            <Icon name={icon} small spins={icon === 'gyre'} />
          ) : (
            <span className="cite">{number}</span>
          )}
          <SourceText session={session} source={source} />
        </div>
      </td>
      <td>{topics.join(', ') || '–'}</td>
      <td className="r">{passages ?? '–'}</td>
      <td className="r">{passages === null ? '–' : claims.length}</td>
      <td>
        <Used source={source} />
      </td>
    </tr>
  )
}

/** The other columns, where there is no room for them. */
function Brief({ source }: { readonly source: SourceRow }) {
  const { topics, passages } = source
  return (
    <div className="brief sm">
      <Used source={source} />
      {passages !== null && <span className="muted">{plural(passages, 'passage')}</span>}
      {topics.length > 0 && <span className="muted">{topics.join(', ')}</span>}
    </div>
  )
}

const soFar: Sign = { word: 'read', tone: 'idle', icon: 'check' }

function SourceText({ session, source }: { readonly session: string; readonly source: SourceRow }) {
  const { title, url, host, year, isPinned, remarks, why, path, claims } = source
  const about = [host, year, isPinned ? 'pinned by you' : ''].filter((part) => part !== '').join(', ')
  return (
    <div className="min-w-0 wrap-anywhere">
      <OutsideLink href={url} className="m5">
        {title}
        {isOutside(url) && <span className="vh"> (opens elsewhere)</span>}
      </OutsideLink>
      <div className="sm muted">
        {about}
        {path !== null && (
          <>
            {about === '' ? '' : ', '}
            <StepLink session={session} path={path} className="underline">
              step
            </StepLink>
          </>
        )}
      </div>
      <Brief source={source} />
      {why !== '' && <div className="sm soft">{why}</div>}
      {remarks.map((remark) => (
        <div key={remark} className="sm wait">
          {remark}
        </div>
      ))}
      {claims.length > 0 && (
        <details className="source-claims">
          <summary>{plural(claims.length, 'sentence')} rest on it</summary>
          <ul>
            {claims.map(({ sentence, isSupported }) => (
              <li key={sentence}>
                <Tag tone={isSupported ? 'ok' : 'wait'} icon={isSupported ? 'check' : 'alert'}>
                  {isSupported ? 'supported' : 'unsupported'}
                </Tag>{' '}
                {sentence}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
