// The people and agents to choose from while a mention is typed; the field keeps the focus.
import { useTranslation } from 'react-i18next'
import { Worker } from '#components/marks/worker.tsx'
import classes from './mention-list.module.css'
import type { MentionPicker } from './use-mention-picker.ts'

export function MentionList({
  picker: { id, options, active, choose },
  side = 'above',
}: {
  picker: MentionPicker
  side?: 'above' | 'below'
}) {
  const { t } = useTranslation('task')
  return (
    <>
      <div role="status" className="hidden-text">
        {options.length > 0 && t('mention.found', { count: options.length })}
      </div>
      {options.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label={t('mention.label')}
          className={classes['list']}
          data-side={side}
        >
          {options.map((option, index) => (
            <div
              key={option.to}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classes['option']}
              // The field keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
              onKeyDown={undefined}
            >
              <Worker
                assignee={option.kind === 'user' ? option.name : null}
                delegate={option.kind === 'agent' ? option.name : null}
                size={20}
              />
              <span className={classes['name']}>{option.name}</span>
              {option.handle !== option.name && <small>{option.handle}</small>}
            </div>
          ))}
        </div>
      )}
    </>
  )
}
