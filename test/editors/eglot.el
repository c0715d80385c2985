;;; eglot.el --- Drives Emacs without a screen -*- lexical-binding: t; -*-
;; Shows what the server says about a file, hovers, mends a line in the buffer alone, takes a quick fix, renames a
;; variable, and takes completions.
;;   emacs --batch -l eglot.el FILE
;; STACKLINT_SERVER is the command of the server as a list in JSON; PLACE is a line and a column from 1, MENDED what the
;; line becomes, FIX the title of the quick fix there, and MISSPELT the variable that becomes NAME. Each step is a line of
;; JSON on stdout.  Emacs 29 has eglot; Debian has it for 28 as elpa-eglot.

(require 'package)
(package-initialize)
(require 'eglot)
(require 'json)
(setq eglot-sync-connect 60 eglot-autoshutdown t eglot-send-changes-idle-time 0.05 flymake-no-changes-timeout 0.05)

(defun drive-say (step value)
  (princ (concat (json-encode `((step . ,step) (value . ,value))) "\n")))

(defun drive-wait (what holds)
  (let ((end (+ (float-time) 60)))
    (while (not (funcall holds))
      (when (> (float-time) end) (error "Timed out: %s" what))
      (flymake-start)
      (accept-process-output nil 0.05))))

(defun drive-place (point)
  (save-excursion
    (goto-char point)
    (format "%d:%d" (line-number-at-pos) (1+ (current-column)))))

(defun drive-put (line text)
  (goto-char (point-min))
  (forward-line (1- line))
  (delete-region (line-beginning-position) (line-end-position))
  (insert text))

(defun drive-choose (title)
  "Takes the code action of a TITLE at point, as a person does in the menu; the titles there."
  (let (titles (last-nonmenu-event ?a))
    (cl-letf (((symbol-function 'completing-read)
               (lambda (_prompt items &rest _)
                 (setq titles (mapcar (lambda (item) (if (consp item) (car item) item)) (all-completions "" items)))
                 title))
              ((symbol-function 'y-or-n-p) (lambda (_) t)))
      (call-interactively #'eglot-code-actions))
    (vconcat titles)))

(defun drive-complete (word)
  "Types a WORD and completes it, as a person does with C-M-i; what was offered for it."
  (insert word)
  (eglot--signal-textDocument/didChange)
  (pcase-let ((`(,start ,end ,table . ,_) (eglot-completion-at-point)))
    (prog1 (vconcat (all-completions (buffer-substring start end) table))
      (completion-at-point))))

(defun drive-shown ()
  (vconcat
   (mapcar (lambda (one)
             `((place . ,(concat (drive-place (flymake-diagnostic-beg one)) "-" (drive-place (flymake-diagnostic-end one))))
               (severity . ,(symbol-name (flymake-diagnostic-type one)))
               (message . ,(flymake-diagnostic-text one))))
           (sort (flymake-diagnostics) (lambda (a b) (< (flymake-diagnostic-beg a) (flymake-diagnostic-beg b)))))))

;; yaml-mode is not part of Emacs; the entry of docs/editors.md is the same for any mode.
(define-derived-mode drive-mode prog-mode "drive")
(add-to-list 'eglot-server-programs
             (cons 'drive-mode (append (json-read-from-string (getenv "STACKLINT_SERVER")) nil)))

(let ((file (car (last command-line-args)))
      (place (json-read-from-string (getenv "PLACE"))))
  (find-file file)
  (drive-mode)
  (apply #'eglot (eglot--guess-contact))
  (flymake-mode 1)
  (drive-wait "diagnostics" (lambda () (flymake-diagnostics)))
  (let ((before (length (flymake-diagnostics))))
    (drive-say "diagnostics" (drive-shown))
    (goto-char (point-min))
    (forward-line (1- (aref place 0)))
    (forward-char (1- (aref place 1)))
    (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
      (drive-say "hover" (plist-get (plist-get hover :contents) :value)))
    (let ((bad (buffer-substring (line-beginning-position) (line-end-position))))
      (drive-put (aref place 0) (getenv "MENDED"))
      (drive-wait "the squiggle goes" (lambda () (< (length (flymake-diagnostics)) before)))
      (drive-say "mended" (drive-shown))
      (drive-put (aref place 0) bad)
      (drive-wait "the squiggle comes back" (lambda () (= (length (flymake-diagnostics)) before)))
      (drive-say "actions" (drive-choose (getenv "FIX")))
      ;; Where no one types, eglot does not send its own edits by itself.
      (eglot--signal-textDocument/didChange)
      (drive-wait "the fix is made" (lambda () (< (length (flymake-diagnostics)) before)))
      (drive-say "fixed" `((line . ,(buffer-substring (line-beginning-position) (line-end-position)))
                           (diagnostics . ,(drive-shown))))
      (goto-char (point-min))
      (search-forward (getenv "MISSPELT"))
      (goto-char (match-beginning 0))
      (eglot-rename (getenv "NAME"))
      (eglot--signal-textDocument/didChange)
      (drive-say "renamed" (buffer-substring (line-beginning-position) (line-end-position)))
      (goto-char (point-max))
      (let* ((menus (vconcat (mapcar #'drive-complete '("search_memo" "tr")))))
        (drive-say "completed" `((menus . ,menus)
                                 (line . ,(buffer-substring (line-beginning-position) (line-end-position))))))))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server)))
