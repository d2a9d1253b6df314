// In place of every screen while someone else knows the password: the server rejects everything else until it is changed.
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import classes from './first-password.module.css'
import { OwnChanged, useOwnPassword } from './own-password.tsx'
import { signOut } from './sign-out.ts'

export function FirstPassword() {
  const { t } = useTranslation(['users', 'shell'])
  const { change, fields, submit, isReady, error } = useOwnPassword()
  return (
    <main className={classes['page']} id="content" tabIndex={-1}>
      <form
        className={classes['card']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) submit()
        }}
      >
        <span className={classes['tile']}>
          <IconKey size={22} stroke={1.75} aria-hidden="true" />
        </span>
        <h1>{t('first.title')}</h1>
        {change.isSuccess ? (
          <OwnChanged to="" />
        ) : (
          <>
            <p>{t('first.why')}</p>
            {error && <Notice live tone="red" title={error.message} />}
            {fields}
            <div className={classes['buttons']}>
              <Button variant="default" onClick={() => void signOut()}>
                {t('shell:account.signOut')}
              </Button>
              <Button type="submit" loading={change.isPending} disabled={!isReady}>
                {t('savePassword')}
              </Button>
            </div>
          </>
        )}
      </form>
    </main>
  )
}
