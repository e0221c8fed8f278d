//! How much memory a search may take when the user did not say: three quarters of what is free.
//!
//! Free is the least of what the machine has available and what each control group around the process has left (Linux,
//! both versions of cgroups). Where none of that can be read, there is no default limit.

use std::fs;
use std::path::Path;

/// Three quarters of the free memory in bytes.
pub fn default_limit() -> Option<usize> {
    free_memory(Path::new("/")).map(|free| usize::try_from(free / 4 * 3).unwrap_or(usize::MAX))
}

/// What a search may take so that the whole process stays within `memory`: the rest is for the program itself.
pub fn for_search(memory: usize) -> usize {
    const PROGRAM: usize = 16 << 20;
    memory - PROGRAM.min(memory / 2)
}

/// The free memory as the files under `root` tell.
fn free_memory(root: &Path) -> Option<u64> {
    let available = fs::read_to_string(root.join("proc/meminfo")).ok().and_then(|text| available(&text));
    let groups = fs::read_to_string(root.join("proc/self/cgroup")).unwrap_or_default();
    let left = groups.lines().filter_map(|line| left_in_groups(root, line));
    available.into_iter().chain(left).min()
}

/// `MemAvailable` of `/proc/meminfo`, which is given in kB.
fn available(meminfo: &str) -> Option<u64> {
    let value = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// What the control group of one line of `/proc/self/cgroup` and the groups around it leave.
fn left_in_groups(root: &Path, line: &str) -> Option<u64> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (controllers, path) = (fields.next()?, fields.next()?.trim_start_matches('/'));
    let (mount, limit, usage) = match controllers {
        "" => ("sys/fs/cgroup", "memory.max", "memory.current"),
        _ if controllers.split(',').any(|c| c == "memory") => {
            ("sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes")
        }
        _ => return None,
    };
    let mount = root.join(mount);
    let number = |file: &Path| fs::read_to_string(file).ok()?.trim().parse::<u64>().ok();
    // Inside a container the path may name a group that only the outside can see; its own limits are then at the mount.
    let groups = Path::new(path).ancestors().map(|group| mount.join(group));
    groups.filter_map(|group| Some(number(&group.join(limit))?.saturating_sub(number(&group.join(usage))?))).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_of_machine_and_groups() {
        let root = std::env::temp_dir().join(format!("grundy-memory-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let file = root.join(path);
            fs::create_dir_all(file.parent().expect("a folder")).expect("a folder to write to");
            fs::write(file, text).expect("a file to write");
        };
        assert_eq!(free_memory(&root), None);
        write("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable:   8000 kB\n");
        assert_eq!(free_memory(&root), Some(8_192_000));
        write("proc/self/cgroup", "0::/outer/inner\n");
        write("sys/fs/cgroup/outer/inner/memory.max", "max\n");
        write("sys/fs/cgroup/outer/memory.max", "5000000\n");
        write("sys/fs/cgroup/outer/memory.current", "1000000\n");
        assert_eq!(free_memory(&root), Some(4_000_000));
        write("proc/self/cgroup", "7:cpu:/x\n5:blkio,memory:/not/seen/here\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "3000000\n");
        write("sys/fs/cgroup/memory/memory.usage_in_bytes", "4000000\n");
        assert_eq!(free_memory(&root), Some(0));
        fs::remove_dir_all(&root).expect("a folder to remove");
    }
}
