/** CRITIC: claims, the calls that check them, and what became of each; and the text as it was mended. */
import { ChangedText } from '../../diff/changed-text.tsx'
import { textChanges } from '../../diff/text-changes.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Busy, Icon } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Sideways } from '../../ui/sideways.tsx'
import type { FamilyViewProps } from '../family-views.tsx'
import { StepLink } from '../loop/step-link.tsx'
import { WrapUpNote } from '../loop/wrap-up-note.tsx'
import { type ClaimsPicture, claimsPicture } from './claims-picture.ts'
import { RoundRows } from './round-rows.tsx'

export function ClaimsView({ live, base }: FamilyViewProps) {
  const { log } = live
  const picture = claimsPicture(log, base)
  const { rounds, limit, uncheckedWhy, gap, isOver } = picture
  return (
    <div className="grid gap-4">
      <Card
        title="Claims, checks, verdicts"
        sub={rounds.length === 0 ? `${limit} rounds at most` : `round ${rounds.length} of ${limit}`}
        actions={<Counts picture={picture} />}
        flush
      >
        {rounds.length === 0 ? (
          <p className="in p-4 sm soft">
            {uncheckedWhy ?? (isOver ? 'Nothing was checked.' : 'The draft comes first; then its claims are checked.')}
          </p>
        ) : (
          <Sideways label="Claims">
            <table className="t claims">
              <thead>
                <tr>
                  <th scope="col">Claim in the draft</th>
                  <th scope="col">Check</th>
                  <th scope="col">Found</th>
                  <th scope="col">Verdict</th>
                </tr>
              </thead>
              {rounds.map((round) => (
                <RoundRows key={round.path} round={round} limit={limit} session={log.id} isOver={isOver} />
              ))}
            </table>
          </Sideways>
        )}
        {gap !== null && gap !== uncheckedWhy && (
          <p className="note wait m-3">
            <Icon name="half" />
            <span>{gap}</span>
          </p>
        )}
        <WrapUpNote log={log} base={base} />
      </Card>
      <TextCard picture={picture} session={log.id} />
    </div>
  )
}

const ends: Readonly<Record<string, string>> = {
  verified: 'verified',
  unchecked: 'not all checked',
  limit: 'rounds used up',
  'no-tools': 'not checked',
  'no-draft': 'no draft',
  unreadable: 'not settled',
  'check-failed': 'not settled',
  'revision-failed': 'not settled',
}

function Counts({ picture: { holding, corrected, unchecked, stop } }: { readonly picture: ClaimsPicture }) {
  return (
    <span className="row wrap num">
      {holding > 0 && (
        <Tag tone="ok" icon="check">
          {holding} holding
        </Tag>
      )}
      {corrected > 0 && (
        <Tag tone="wait" icon="edit">
          {corrected} corrected
        </Tag>
      )}
      {unchecked > 0 && <Tag icon="ring">{unchecked} unchecked</Tag>}
      {stop !== null && (
        <Badge tone={stop === 'verified' ? 'ok' : 'wait'} icon={stop === 'verified' ? 'shield' : 'half'}>
          {ends[stop] ?? stop}
        </Badge>
      )}
    </span>
  )
}

type TextProps = { readonly picture: ClaimsPicture; readonly session: string }

/** The draft while it comes; then what was changed in it. */
function TextCard({ picture: { draft, text, isOver }, session }: TextProps) {
  const isChanged = draft.state === 'finished' && draft.text !== text
  return (
    <Card
      title={isChanged ? 'The text, corrected' : 'Draft'}
      sub={
        <>
          {isChanged ? 'what was changed in the draft of ' : 'by '}
          <StepLink session={session} path={draft.state === 'finished' ? draft.path : null}>
            {draft.loop}
          </StepLink>
        </>
      }
      actions={!isChanged && isOver && draft.state === 'finished' ? <Tag>unchanged</Tag> : undefined}
    >
      {draft.state === 'running' && (
        <p className="acc sm" role="status">
          <Busy small /> writes the draft
        </p>
      )}
      {isChanged ? (
        <p className="whitespace-pre-wrap">
          <ChangedText changes={textChanges(draft.text, text)} />
        </p>
      ) : (
        <Markdown text={draft.text} isStreaming={draft.state === 'running'} />
      )}
      {draft.text === '' && draft.state !== 'running' && <p className="sm muted">There is no draft.</p>}
    </Card>
  )
}
