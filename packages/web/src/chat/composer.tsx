/** Where messages are written: sent to whom was picked, as guidance to the session that runs, or as the answer it waits for. */
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useMay } from '../api/me.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { useDraft } from '../ui/draft.ts'
import { Failure } from '../ui/states.tsx'
import { AttachmentChips } from './attachment-chips.tsx'
import { takesFocus } from './composer-focus.ts'
import { answeredBy, type ComposerMode, type How } from './composer-mode.ts'
import { PersonaPicker } from './persona-picker.tsx'
import { type Attachments, useAttachments } from './use-attachments.ts'
import type { Choosing } from './use-choice.ts'
import type { Sending } from './use-sending.ts'
import { useShownMode } from './use-shown-mode.ts'

type ComposerProps = {
  /** Whose draft it holds: a conversation, or `new`. */
  readonly draftOf: string
  /** What it holds at first, as a link says. */
  readonly first?: string
  /** What it is for while nothing is written. */
  readonly mode: ComposerMode
  /** Goes over to guidance while a question waits, and back. */
  readonly onSwitch?: () => void
  readonly choosing: Choosing
  readonly sending: Sending
  readonly autoFocus?: boolean
  /** Stands before the button that sends. */
  readonly actions?: ReactNode
}

export function Composer(props: ComposerProps) {
  const { draftOf, first, choosing, sending, autoFocus = false, actions } = props
  const [text, setText, sent] = useDraft(draftOf, first)
  const attachments = useAttachments()
  const isBare = text.trim() === '' && attachments.files.length === 0
  const { mode, news, other, onSwitch } = useShownMode(props.mode, isBare, props.onSwitch)
  const mayRun = useMay('user')
  const { chosen } = choosing
  const [isAsking, setIsAsking] = useState(false)
  const isEmpty = mode.kind === 'steer' ? isBare : text.trim() === ''
  const cannot = isEmpty || !chosen || !mayRun || sending.isSending || news === 'gone'

  const send = async (how: How) => {
    if (cannot || !chosen || (how === 'interrupt' && text.trim() === '')) return
    const message = { text: text.trim(), files: attachments.files, choice: chosen }
    const question = answeredBy(how, mode)
    // What failed is told above the box, and what was written stays in it.
    await (question ? sending.answer(message, question) : sending[how](message)).then(
      () => {
        sent(text)
        attachments.sent(message.files)
      },
      () => undefined,
    )
  }
  // What runs is not aborted by a slip of the finger.
  const onKey = (how: How) => {
    if (how === 'interrupt' && mode.kind === 'steer') setIsAsking(!cannot && text.trim() !== '')
    else void send('send')
  }
  return (
    <div className="composer">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be picked with the button as well. */}
      <div
        className="box"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => dropped(event, attachments)}
      >
        {sending.error !== null && <Failure error={sending.error} doing="Sending" />}
        <AttachmentChips files={attachments.files} onRemove={attachments.remove} />
        <Field
          text={text}
          onText={setText}
          onSend={onKey}
          onFiles={attachments.add}
          mode={mode}
          mayRun={mayRun}
          autoFocus={autoFocus}
        />
        {news && !sending.isSending && <News>{newsWords[news]}</News>}
        <div className="row">
          {chosen && (
            <span title={mode.kind === 'send' ? undefined : 'Who works on it can be changed with the next message'}>
              <PersonaPicker
                choices={choosing.choices}
                chosen={chosen}
                onChoose={choosing.choose}
                disabled={!mayRun || mode.kind !== 'send'}
              />
            </span>
          )}
          <FileButton onFiles={attachments.add} disabled={!mayRun} />
          {other && <Switch to={other} onClick={onSwitch} />}
          <span className="sm muted desk">
            {mode.kind === 'steer' ? 'Ctrl+Enter interrupts and sends' : 'Shift+Enter for a new line'}
          </span>
          <span className="sp" />
          {actions}
          <Button
            look="primary"
            mini
            icon={looks[mode.kind].icon}
            keys="Enter"
            disabled={cannot}
            busy={sending.isSending}
            onClick={() => void send('send')}
          >
            {looks[mode.kind].word}
          </Button>
        </div>
      </div>
      <Confirm
        title="Abort what runs, and send this?"
        open={isAsking}
        onOpenChange={setIsAsking}
        keep="Keep running"
        act="Abort and send"
        onAct={() => void send('interrupt')}
      >
        The session stops at once and gives no answer. What it did so far stays recorded. Your text begins the next one.
      </Confirm>
    </div>
  )
}

const newsWords = {
  asked: 'It asks something now. What you are writing still steers it.',
  gone: 'The question is closed. What you wrote is not sent as its answer.',
} as const

/** Said beside what is being written. */
function News({ children }: { readonly children: string }) {
  return (
    <p className="sm soft" role="status">
      {children}
    </p>
  )
}

type SwitchProps = { readonly to: ComposerMode['kind']; readonly onClick: (() => void) | undefined }

function Switch({ to, onClick }: SwitchProps) {
  const { icon, word } = looks[to]
  return (
    <Button look="ghost" mini icon={icon} onClick={onClick}>
      {to === 'answer' ? 'Answer the question' : `${word} instead`}
    </Button>
  )
}

const looks = {
  send: { word: 'Send', icon: 'up', label: 'Message', hint: 'Say what is wanted' },
  steer: {
    word: 'Steer',
    icon: 'steer',
    label: 'Guidance for the session that runs',
    hint: 'Steer it: Enter adds guidance to the next step',
  },
  answer: { word: 'Answer', icon: 'ask', label: 'Answer the question', hint: 'Answer the question' },
} as const

type FieldProps = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSend: (how: How) => void
  readonly onFiles: Attachments['add']
  readonly mode: ComposerMode
  readonly mayRun: boolean
  readonly autoFocus: boolean
}

const mostRows = 8

function Field({ text, onText, onSend, onFiles, mode, mayRun, autoFocus }: FieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus() || autoFocus) field.current?.focus()
  }, [autoFocus])
  const onKeyDown = (event: KeyboardEvent) => {
    // The key that ends an input of several keys, as for Japanese, sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onSend(event.ctrlKey || event.metaKey ? 'interrupt' : 'send')
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    void onFiles(files)
  }
  return (
    <>
      <label className="vh" htmlFor={id}>
        {looks[mode.kind].label}
      </label>
      <textarea
        ref={field}
        id={id}
        data-composer
        rows={Math.min(mostRows, text.split('\n').length)}
        value={text}
        disabled={!mayRun}
        placeholder={placeholder(mode, mayRun)}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </>
  )
}

function placeholder(mode: ComposerMode, mayRun: boolean): string {
  if (!mayRun) return 'You may look on. To send, a key needs the role user.'
  // The others have their cards.
  if (mode.kind === 'answer' && mode.open > 1) return `Answer the first of ${mode.open} questions`
  return looks[mode.kind].hint
}

function dropped(event: DragEvent, { add }: Attachments): void {
  event.preventDefault()
  void add([...event.dataTransfer.files])
}

function FileButton({ onFiles, disabled }: { readonly onFiles: Attachments['add']; readonly disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        look="ghost"
        mini
        icon="context"
        label="Add files: texts, pictures or PDFs"
        disabled={disabled}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          void onFiles([...(target.files ?? [])])
          // The same file can be picked again after it was removed.
          target.value = ''
        }}
      />
    </>
  )
}
