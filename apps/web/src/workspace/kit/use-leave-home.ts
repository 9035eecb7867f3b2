import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { store } from '../../lib/storage.ts'
import { NEXT_TOAST_KEY } from '../../lib/toasts.ts'

/** Navigates to the start page, which is another document, and shows a message there. */
export const useLeaveHome = () => {
  const navigate = useNavigate()
  return useCallback(
    (why: string) => {
      store('sessionStorage', NEXT_TOAST_KEY, why)
      void navigate(paths.home(), { replace: true })
    },
    [navigate],
  )
}
