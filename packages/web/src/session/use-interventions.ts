/** What people sent to a session, as the server has it. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { interventionsQuery, type SentIntervention } from '../api/sessions.ts'
import type { SessionLog } from './session-log.ts'

const none: readonly SentIntervention[] = []

/** The facts of a session tell at once that one was sent, changed or settled: then the server is asked again. */
export function useInterventions(log: SessionLog): readonly SentIntervention[] {
  const { data = none, refetch } = useQuery(interventionsQuery(log.id))
  const told = [...log.interventions.values()].map(({ id, seq }) => `${id} ${seq}`).join(' ')
  useEffect(() => {
    if (told !== '') void refetch()
  }, [told, refetch])
  return data
}
