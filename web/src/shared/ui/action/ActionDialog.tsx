import { Modal } from '@arco-design/web-react'
import { Fragment, useEffect, useId, useRef, useState, type CSSProperties } from 'react'
import { showProblem } from '@/shared/hooks/useProblem'
import { useSubmit, type Faults } from '@/shared/hooks/useSubmit'
import classes from './action.module.css'
import { Fault } from './Fault'
import { FieldItem } from './FieldItem'
import {
  faultIn,
  isFaulty,
  isField,
  isNamed,
  type AnyField,
  type FieldOrElement,
  type Listed,
} from './fields'

interface Props<V, T> {
  title: string
  initial: V
  /** Its fields, as they are with these values; elements stand between them. */
  fields: (values: V, set: (change: Partial<V>) => void) => readonly FieldOrElement<V>[]
  /** Why it can't be sent although every field is right; said once sending was tried. */
  problem?: (values: V) => string | false | null
  okText?: string
  cancelText?: string
  /** The button can be pressed. */
  ready?: (values: V) => boolean
  /** It can't be taken back. */
  danger?: boolean
  className?: string
  style?: CSSProperties
  close: () => void
  /** Whether it is being sent, and what the node said of fields, where the opener of the dialog sends. */
  sending?: { busy: boolean; faults?: Faults }
  /** `command` names this intention until the node has answered. */
  send: (values: V, command: string) => Promise<T> | void
  done?: (answer: T, values: V) => void
  /** Explains what no field explains. */
  refused?: (error: unknown) => void
  changed?: (change: Partial<V>) => void
}

const NO_FAULTS: Faults = {}

const focusWrong = (within: HTMLElement | null): void =>
  within?.querySelector<HTMLElement>('[data-wrong] input, [data-wrong] textarea')?.focus()

/** Asks for some fields and sends them. Faults are shown at their fields, and the first wrong one gets the focus. */
export function ActionDialog<V extends object, T = unknown>(props: Props<V, T>) {
  const { title, initial, problem, okText, cancelText, ready, danger, className, style, close } = props
  const { fields, sending, send, done, refused = showProblem, changed } = props
  const id = useId()
  const form = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState(initial)
  const [tries, setTries] = useState(0)
  const tried = tries > 0
  const set = (change: Partial<V>, also: readonly (keyof V)[] = []): void => {
    setOver({ of: faults, names: [...overNames, ...Object.keys(change), ...also.map(String)] })
    setValues((old) => ({ ...old, ...change }))
    changed?.(change)
  }
  // What the values are is known to the compiler where a dialog is declared; from here on they are of any kind.
  const listed = fields(values, set) as readonly unknown[] as readonly Listed[]
  const declared = listed.filter(isField)
  const own = useSubmit(refused, (field) => declared.some((one) => isNamed(one, field)))
  const busy = sending?.busy ?? own.busy
  const faults = sending ? (sending.faults ?? NO_FAULTS) : own.faults

  // What the node said of a field is over once the field is changed.
  const [over, setOver] = useState<{ of: Faults; names: readonly string[] }>({ of: faults, names: [] })
  const overNames = over.of === faults ? over.names : []
  const valueOf = (field: AnyField): unknown => (values as Readonly<Record<string, unknown>>)[field.name]
  const change = ({ name, resets, also }: AnyField, value: unknown): void => {
    const others = typeof resets === 'function' ? resets(value) : resets
    set({ ...others, [name]: value } as Partial<V>, also as readonly (keyof V)[] | undefined)
  }
  const saidOf = (field: AnyField): string | undefined =>
    overNames.includes(field.name)
      ? undefined
      : Object.entries(faults).find(([name]) => isNamed(field, name))?.[1]

  useEffect(() => {
    if (tries > 0) focusWrong(form.current)
  }, [tries, faults])

  const trouble = problem?.(values)
  const submit = (): void => {
    setTries(tries + 1)
    if (trouble || declared.some((field) => isFaulty(field, valueOf(field)))) return
    if (sending) void send(values, '')
    else
      void own.submit(
        async (command) => send(values, command) as T,
        (answer) => done?.(answer, values),
      )
  }
  return (
    <Modal
      visible
      {...{ title, okText, cancelText, className, style }}
      onCancel={close}
      onOk={submit}
      okButtonProps={{ status: danger ? 'danger' : undefined, disabled: ready && !ready(values) }}
      confirmLoading={busy}
    >
      <div className={classes.form} ref={form}>
        {listed.map((one, index) =>
          isField(one) ? (
            <FieldItem
              key={one.name}
              field={one}
              id={`${id}-${one.name}`}
              value={valueOf(one)}
              fault={faultIn(one, valueOf(one), tried) ?? saidOf(one) ?? null}
              change={(value) => change(one, value)}
              send={submit}
            />
          ) : (
            one && <Fragment key={index}>{one}</Fragment>
          ),
        )}
        <Fault text={tried && trouble} />
      </div>
    </Modal>
  )
}
