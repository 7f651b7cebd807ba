import type { ReactNode } from 'react'
import classes from './trial.module.css'

interface Props {
  id: string
  label: string
  problem?: string
  /** Gets the attributes that tie the control to its label and its error. */
  children: (tie: { id: string; 'aria-invalid': boolean; 'aria-describedby'?: string }) => ReactNode
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
