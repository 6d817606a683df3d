/** On a phone: what is used most stays at hand; the rest is in a sheet. */
import { useEffect, useState } from 'react'
import type { Controls } from '../session/use-controls.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InterveneForms } from './intervene-panel.tsx'

export function PhoneBar({ controls }: { readonly controls: Controls }) {
  const [isOpen, setIsOpen] = useState(false)
  const { isPaused, barred, form, open } = controls
  // A dialog of its own takes the place of the sheet.
  useEffect(() => {
    if (form === 'abort' || form === 'plan') setIsOpen(false)
  }, [form])
  if (barred !== undefined) return null
  const steer = () => {
    open('steer')
    setIsOpen(true)
  }
  // What was queued stands in the list below.
  const inSheet: Controls = {
    ...controls,
    send: (sent, done) =>
      controls.send(sent, () => {
        done?.()
        setIsOpen(false)
      }),
  }
  return (
    <div className="phonebar">
      <Button icon={isPaused ? 'play' : 'pause'} onClick={controls.pauseOrResume}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button icon="step" onClick={controls.step}>
        Step
      </Button>
      <Button icon="steer" onClick={steer}>
        Steer
      </Button>
      <Button icon="flag" onClick={controls.finish}>
        Finish
      </Button>
      <Button icon="more" label="More interventions" onClick={() => setIsOpen(true)} />
      <Dialog title="Intervene" open={isOpen} onOpenChange={setIsOpen}>
        <InterveneForms controls={inSheet} />
      </Dialog>
    </div>
  )
}
