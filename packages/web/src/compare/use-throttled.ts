/** A value that changes often, told seldom: for what takes long to work out of it. */
import { useEffect, useRef, useState } from 'react'

export function useThrottled<T>(value: T, everyMs: number): T {
  const [told, setTold] = useState(value)
  const toldAt = useRef(0)
  useEffect(() => {
    const wait = Math.max(0, toldAt.current + everyMs - Date.now())
    const timer = setTimeout(() => {
      toldAt.current = Date.now()
      setTold(value)
    }, wait)
    return () => clearTimeout(timer)
  }, [value, everyMs])
  return told
}
