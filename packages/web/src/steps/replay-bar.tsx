/** A session as it was: a slider along its steps, which can also run by itself. */
import { useEffect, useState } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { stopText } from './log-at.ts'
import type { Replay } from './use-replay.ts'

const speeds = [1, 4, 16, 64] as const
const stepEveryMs = 500

export function ReplayBar({ replay }: { readonly replay: Replay }) {
  const { stops, steps, at, go, leave } = replay
  const [isPlaying, setIsPlaying] = useState(false)
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(4)
  const last = stops.length - 1
  const runs = isPlaying && at < last
  useEffect(() => {
    if (!runs) return
    // Faster than the eye sees, several steps are taken at once.
    const every = Math.max(stepEveryMs / speed, 60)
    const by = Math.max(1, Math.round((every * speed) / stepEveryMs))
    const timer = setTimeout(() => go(Math.min(last, at + by)), every)
    return () => clearTimeout(timer)
  }, [runs, at, last, speed, go])
  const play = () => {
    if (at >= last) go(0)
    setIsPlaying(!runs)
  }
  return (
    <section className="replay-bar" aria-label="Replay">
      <Badge tone="hold" icon="replay">
        {`As of ${stopText(at, steps)}`}
      </Badge>
      <Button mini icon={runs ? 'pause' : 'play'} label={runs ? 'Stop playing' : 'Play'} onClick={play} />
      <input
        type="range"
        min={0}
        max={last}
        value={at}
        aria-label="Step"
        aria-valuetext={`As of ${stopText(at, steps)}, fact ${stops[at]}`}
        onChange={(event) => {
          setIsPlaying(false)
          go(Number(event.currentTarget.value))
        }}
      />
      <label className="sm">
        Speed{' '}
        <select
          className="field"
          value={speed}
          onChange={(event) => setSpeed(Number(event.currentTarget.value) as (typeof speeds)[number])}
        >
          {speeds.map((each) => (
            <option key={each} value={each}>
              {each}×
            </option>
          ))}
        </select>
      </label>
      <Button mini icon="x" onClick={leave}>
        Back to now
      </Button>
    </section>
  )
}
