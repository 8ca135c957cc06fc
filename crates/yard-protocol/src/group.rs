//! A program with all that it starts: ended together, whoever ends first.
//!
//! The program leads a process group of its own. When it ends, the rest of the group is killed before anybody has
//! waited for it, since until then nobody else can have its number. And should this process be killed, a small shell
//! notices that its pipe is closed, and kills the group.

use std::io;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus};
use std::time::Duration;

/// A program and all that it has started.
#[derive(Debug)]
pub(crate) struct Group {
    leader: Child,
    ended: Option<ExitStatus>,
    #[cfg(unix)]
    heir: Option<Child>,
}

impl Group {
    /// Starts a program in a group of its own: Ctrl-C at the terminal then reaches us alone, and the running game is
    /// finished.
    pub(crate) fn start(mut command: Command) -> io::Result<Group> {
        #[cfg(unix)]
        {
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
            let mut heir = unix::heir();
            let leader = command.spawn();
            match (&leader, &mut heir) {
                (Ok(leader), Some(heir)) => unix::tell(heir, &format!("{}\n", leader.id())),
                (Err(_), Some(heir)) => unix::dismiss(heir),
                (_, None) => {}
            }
            Ok(Group { leader: leader?, ended: None, heir })
        }
        #[cfg(not(unix))]
        Ok(Group { leader: command.spawn()?, ended: None })
    }

    /// The pipes to and from the program, once.
    pub(crate) fn pipes(&mut self) -> Option<(ChildStdin, ChildStdout)> {
        self.leader.stdin.take().zip(self.leader.stdout.take())
    }

    /// How the program has ended, if it has; then what it started has ended, too.
    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        if self.ended.is_none() && self.has_ended() {
            self.end();
        }
        self.ended
    }

    /// The processor time that the whole group has used so far; `None` where the system does not tell.
    #[cfg(target_os = "linux")]
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        let own = linux::Usage::of(self.leader.id())?;
        let others = std::fs::read_dir("/proc").ok()?.flatten();
        let others = others.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let ticks: u64 = others
            .filter(|pid| *pid != self.leader.id())
            .filter_map(linux::Usage::of)
            .filter(|usage| usage.group == own.group)
            .map(|usage| usage.ticks)
            .sum();
        Some(Duration::from_millis((own.ticks + ticks) * linux::MS_OF_A_TICK))
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        None
    }

    /// Whether the program has ended. It is not waited for, so its number stays its own.
    #[cfg(target_os = "linux")]
    fn has_ended(&mut self) -> bool {
        use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        let status = unix::pid(&self.leader).map(|pid| waitid(Id::Pid(pid), flags));
        !matches!(status, Some(Ok(WaitStatus::StillAlive)))
    }

    #[cfg(not(target_os = "linux"))]
    fn has_ended(&mut self) -> bool {
        matches!(self.leader.try_wait(), Ok(Some(_)))
    }

    /// Ends all of it by force. Waiting for the program leaves no zombie.
    fn end(&mut self) {
        if self.ended.is_some() {
            return;
        }
        #[cfg(unix)]
        unix::kill(&self.leader);
        let _ = self.leader.kill();
        self.ended = self.leader.wait().ok();
        #[cfg(unix)]
        if let Some(heir) = &mut self.heir {
            unix::dismiss(heir);
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(target_os = "linux")]
mod linux {
    /// The kernel tells times to programs in hundredths of a second, whatever its own clock.
    pub(super) const MS_OF_A_TICK: u64 = 10;

    /// What a process has used.
    pub(super) struct Usage {
        /// Its process group.
        pub(super) group: u32,
        /// Its processor time, with that of children that it has waited for.
        pub(super) ticks: u64,
    }

    impl Usage {
        /// Reads `/proc/PID/stat`; `None` when there is no such process.
        pub(super) fn of(pid: u32) -> Option<Usage> {
            let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
            // The name is in brackets and may hold anything, so fields are counted after the last one.
            let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
            let number = |at: usize| fields.get(at)?.parse::<u64>().ok();
            let ticks = number(11)? + number(12)? + number(13)? + number(14)?;
            Some(Usage { group: fields.get(2)?.parse().ok()?, ticks })
        }
    }
}

#[cfg(unix)]
mod unix {
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};

    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;

    /// Reads the number of a group, and waits. A second line dismisses it; when the pipe is closed without one, we
    /// were killed, and it kills the group.
    const SCRIPT: &str = "read -r group && { read -r line || kill -s KILL -- \"-$group\"; }";

    /// The shell that kills the group when we are gone. Where there is none the program is on its own.
    pub(super) fn heir() -> Option<Child> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", SCRIPT]).process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.spawn().ok()
    }

    pub(super) fn tell(heir: &mut Child, line: &str) {
        if let Some(pipe) = &mut heir.stdin {
            let _ = pipe.write_all(line.as_bytes());
        }
    }

    /// The group has ended, or never began.
    pub(super) fn dismiss(heir: &mut Child) {
        tell(heir, "0\n");
        drop(heir.stdin.take());
        let _ = heir.kill();
        let _ = heir.wait();
    }

    pub(super) fn pid(child: &Child) -> Option<Pid> {
        i32::try_from(child.id()).ok().map(Pid::from_raw)
    }

    /// Kills the group of a child that has not been waited for.
    pub(super) fn kill(leader: &Child) {
        if let Some(group) = pid(leader) {
            let _ = killpg(group, Signal::SIGKILL);
        }
    }
}
