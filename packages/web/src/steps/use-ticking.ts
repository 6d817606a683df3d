/** The time, as long as something is going on; it stands still else, so that nothing is drawn for it. */
import { useEffect, useState } from 'react'

const everyMs = 500

export function useTicking(isOn: boolean): number {
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (!isOn) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [isOn])
  return isOn ? now : 0
}
