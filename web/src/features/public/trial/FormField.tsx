import type { ReactNode } from 'react'
import classes from './trial.module.css'

/** The attributes that tie a control to its label and its error. */
export interface Tie {
  id: string
  'aria-invalid': boolean
  'aria-describedby'?: string
}

interface Props {
  id: string
  label: string
  problem?: string
  children: (tie: Tie) => ReactNode
}

export function FormField({ id, label, problem, children }: Props) {
  const problemId = `${id}-problem`
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': !!problem, 'aria-describedby': problem ? problemId : undefined })}
      {problem && (
        <p id={problemId} className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}
