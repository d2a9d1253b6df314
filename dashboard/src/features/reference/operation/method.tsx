// The verb of a request, in a column of its own so that rows align.
import classes from './method.module.css'

export function Method({ method }: { method: string }) {
  return (
    <code className={classes['method']} data-method={method}>
      {method === 'DELETE' ? 'DEL' : method}
    </code>
  )
}
