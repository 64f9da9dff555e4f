import { useMutation } from '@tanstack/react-query';
import { readAgain } from '#web/features/admin/queries.ts';
import { messageOf } from '#web/lib/api/errors.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { toast } from '#web/ui/toast.ts';

/** A change at one click: what failed is a toast, and what shows these parts of the desk is read again. */
export const useAct = <Input = void>(failed: string, act: (input: Input) => Promise<unknown>, part: string) =>
  useMutation({
    mutationFn: act,
    onError: (error) => toast.error(failed, messageOf(error)),
    onSettled: () => readAgain(part),
  });

/** A file that is saved at one click. */
export const useDownload = <Input>(download: (input: Input) => Promise<Parameters<typeof saveFile>[0]>) =>
  useMutation({
    mutationFn: download,
    onSuccess: saveFile,
    onError: (error) => toast.error('The export failed', messageOf(error)),
  });
