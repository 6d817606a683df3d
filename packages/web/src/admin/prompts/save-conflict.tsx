/** Somebody saved meanwhile: what they wrote, and what may be done about it. */
import { LineDiff } from '../../diff/line-diff-view.tsx'
import { Button } from '../../ui/button.tsx'

type SaveConflictProps = {
  readonly mine: string
  readonly theirs: string
  readonly version: number
  readonly onSave: () => void
  readonly onTake: () => void
}

export function SaveConflict({ mine, theirs, version, onSave, onTake }: SaveConflictProps) {
  return (
    <div className="grid gap-2" role="alert">
      <p className="sm">
        <b>Somebody saved v{version} meanwhile.</b> Your draft is kept. From theirs to yours:
      </p>
      <LineDiff before={theirs} after={mine} />
      <div className="row wrap">
        <Button mini onClick={onTake}>
          Take theirs
        </Button>
        <Button mini look="danger" onClick={onSave}>
          Save mine over v{version}
        </Button>
      </div>
    </div>
  )
}
