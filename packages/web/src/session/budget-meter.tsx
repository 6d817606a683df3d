/** What a session has spent, beside what it may. */
import { budgetPicture, type Meter, type Shares } from './budget-picture.ts'
import type { LiveSession } from './live-session.ts'

type BudgetMeterProps = {
  readonly live: LiveSession
  /** The three that matter most, in little room. */
  readonly compact?: boolean
}

const atAGlance: readonly string[] = ['Cost', 'Model calls', 'Time']

export function BudgetMeter({ live, compact = false }: BudgetMeterProps) {
  const meters = budgetPicture(live.log)
  const shown = compact ? atAGlance.flatMap((name) => meters.filter((meter) => meter.name === name)) : meters
  const hasBars = !compact && shown.some(({ shares }) => shares !== null)
  return (
    <div className="grid gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: meters are no fields of a form. */}
      <div className={`budget ${compact ? 'mini' : ''}`} role="group" aria-label="Budget">
        {shown.map((meter) => (
          <Row key={meter.name} meter={meter} />
        ))}
      </div>
      {hasBars && !live.log.hasEnded && <Legend />}
    </div>
  )
}

function Row({ meter }: { readonly meter: Meter }) {
  const { name, usedText, limitText, shares, isHot } = meter
  return (
    <div className="bm">
      <span>{name}</span>
      {shares ? <Bar shares={shares} isHot={isHot} label={labelOf(meter, shares)} /> : <span />}
      <span className="v">
        <b>{usedText}</b>
        {limitText !== null && ` of ${limitText}`}
        {isHot && <span className="vh">, close to the limit</span>}
      </span>
    </div>
  )
}

function Bar({ shares, isHot, label }: { readonly shares: Shares; readonly isHot: boolean; readonly label: string }) {
  return (
    <span className={`bar ${isHot ? 'hot' : ''}`} role="img" aria-label={label}>
      <i className="u" style={{ width: percent(shares.used) }} />
      <i className="f" style={{ width: percent(shares.reserved) }} />
      <i className="p" style={{ width: percent(shares.predicted) }} />
      <i className="w" style={{ width: percent(shares.kept) }} />
    </span>
  )
}

function labelOf({ name, usedText, limitText }: Meter, { used, reserved, predicted, kept }: Shares): string {
  const more = [
    [reserved, 'in flight'],
    [predicted, 'predicted'],
    [kept, 'kept for wrap-up'],
  ] as const
  const parts = more.filter(([share]) => share > 0).map(([share, word]) => `${percent(share)} ${word}`)
  return [`${name}: ${usedText} of ${limitText}`, `${percent(used)} used`, ...parts].join(', ')
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`
}

function Legend() {
  return (
    <div className="legend" aria-hidden="true">
      <span>
        <i className="sw" style={{ background: 'var(--accent)' }} />
        used
      </span>
      <span>
        <i className="sw bar" style={{ width: 12, borderRadius: 2 }}>
          <i className="f" style={{ width: '100%' }} />
        </i>
        in flight
      </span>
      <span>
        <i className="sw" style={{ background: 'var(--seq-3)' }} />
        predicted
      </span>
      <span>
        <i className="sw bar" style={{ width: 12, borderRadius: 2 }}>
          <i className="w" style={{ width: '100%' }} />
        </i>
        kept for wrap-up
      </span>
    </div>
  )
}
