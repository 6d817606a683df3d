/** Which version of a plan is shown: the newest, until somebody looks at another. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

/** Of the session's own plan the address says it, so that a version has a link; of others the page remembers it. */
export function useShownVersion(newest: number, isOwn: boolean): readonly [number, (version: number) => void] {
  const navigate = useNavigate()
  const { plan } = useSearch({ strict: false }) as { readonly plan?: string }
  const [kept, keep] = useState<number>()
  const wanted = isOwn ? Number(plan?.replace(/^v/, '') ?? newest) : (kept ?? newest)
  const shown = Number.isInteger(wanted) && wanted >= 1 && wanted <= newest ? wanted : newest
  const show = (version: number) => {
    if (!isOwn) return keep(version === newest ? undefined : version)
    const search = (before: Readonly<Record<string, unknown>>) => ({
      ...before,
      plan: version === newest ? undefined : `v${version}`,
    })
    void navigate({ to: '.', search: search as never, replace: true, resetScroll: false })
  }
  return [shown, show]
}
